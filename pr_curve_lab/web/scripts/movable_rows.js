// Rows of a lesson that can be dragged along a score axis: the curve and both areas follow.

import { axis, BOARD_AXIS, PHONE_AXIS, rangeOf, RowBoard } from "./axis.js";
import { fitLayout } from "./board.js";
import { Ranking, thresholdIndex } from "./curve.js";
import { patch } from "./elements.js";
import { messagesOf } from "./messages.js";
import { prPicture } from "./pictures.js";

const STEP = 0.05; // of a score, so that a row is easily dragged to the score of another
const TAUGHT = ["step", "linear", "continuous"]; // schemes that lessons explain

/** Layouts in board pixels: the boxes of both drawings (x, y, width, height), and positions in them. */
const numbers = { ups: [50, 26, 23], types: [22, 16] };
const WIDE = { size: [1180, 500], box: BOARD_AXIS, places: { axis: [0, 10, 572, 240], pr: [640, 0, 540, 500] },
  pr: { x: 66, y: 30, size: 400, type: 17, mark: 6 }, numbers };
const PHONE = { size: [358, 492], box: PHONE_AXIS, places: { axis: [0, 0, 358, 166], pr: [0, 174, 358, 310] },
  pr: { x: 46, y: 26, size: 260, type: 15, mark: 4.5, isSmall: true }, numbers };

export class MovableRows extends RowBoard {
  constructor(root, bundle, rows) {
    super();
    Object.assign(this, { root, rows: rows.map((row) => ({ ...row })), left: "step", right: "linear",
      schemes: bundle.schemes.filter(({ key }) => TAUGHT.includes(key)),
      words: messagesOf(bundle), range: { ...rangeOf(rows.map(({ score }) => score)), step: STEP } });
    root.classList.add("lab");
    root.dataset.lab = "play";
    this.threshold = this.middle();
    this.ranking = new Ranking(this.rows);
    this.recount();
    this.stage = fitLayout(root, { wide: WIDE.size, phone: PHONE.size, rest: () => 0 }, () => this.draw());
    this.listen();
  }

  get layout() {
    return this.stage.isPhone ? PHONE : WIDE;
  }

  release() {
    this.draw();
  }

  click() {}

  choose(side, scheme) {
    this[side] = scheme;
    this.recount();
    this.draw();
  }

  draw() {
    if (!this.stage) return;
    const { words, layout, points, joined } = this, selectedIndex = thresholdIndex(points, this.threshold);
    const view = { id: "movable", points, joined, classNames: this.classNames(), selectedIndex };
    patch(this.stage.board, [this.drawing("axis", axis(this, layout.box, words)),
      this.drawing("pr", prPicture(view, layout.pr, words)), ...this.areas(layout)]);
  }
}
