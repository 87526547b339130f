// A lesson as a Streamlit component in which a class can vote: the projector shows a QR code, and phones that open it
// send answers and follow the lesson. The projector sends its step to the server every few seconds, and phones request
// it there. Without a server, the lesson works for one person.

import { node } from "./elements.js";
import { guessMark, guessRail, isAcross, judgeGuess, guessPosition } from "./guess.js";
import { playLesson } from "./player.js";

const OFTEN = 2000, JITTER = 1000; // ms between two requests: at least, and the random part
const SILENT = 2; // failed requests after which the server counts as unreachable
const ROOM = "prlab room"; // key in the session storage
const WAITS = { 423: "class_locked", 425: "class_busy", 429: "class_busy" }; // messages by HTTP status
const R = 9, FIRST = 24, BELOW = 100; // board px: radius of a guess, from the rail to the first, and room below a count
const FAR = 0.75; // of the square: guesses of a rail beyond it are drawn on its other side

let hasRooms; // promise of whether this server has rooms, requested once

async function request(path = "", method = "GET", content) {
  const sent = content && { headers: { "content-type": "application/json" }, body: JSON.stringify(content) };
  const answer = await fetch(new URL(`classroom${path}`, location.href), { method, cache: "no-store", ...sent });
  return { status: answer.status, ...(await answer.json()) };
}

/** Store the room of a projector, if one is given, and return the stored room; null if storage is blocked. */
function storedRoom(room) {
  try {
    if (room !== undefined) sessionStorage.setItem(ROOM, JSON.stringify(room));
    return JSON.parse(sessionStorage.getItem(ROOM));
  } catch {
    return null;
  }
}

class Classroom {
  /** @param {string | null} code of the room that a phone has opened; null on a projector */
  constructor(player, code) {
    Object.assign(this, { player, code, room: code ? null : storedRoom(), path: `/${encodeURIComponent(code)}`,
      failed: 0, anew: false, queue: Promise.resolve() });
    hasRooms ??= request().then(() => true, () => false);
    hasRooms.then((hasServer) => {
      this.hasServer = hasServer;
      this.send();
      if (!this.isClosed) player.draw();
    });
  }

  get isLost() {
    return this.failed >= SILENT || this.hasServer === false;
  }

  /** Whether this is a phone that follows the projector. */
  get isFollowing() {
    return Boolean(this.code) && !this.isLost && !this.isOver && !this.waits;
  }

  get place() {
    const { bundle, at, isOpen } = this.player;
    return { lesson: bundle.lesson, step: at + 1, revealed: !isOpen };
  }

  /** The last response of the server, if it is about the current step. */
  get now() {
    const { response, place } = this;
    return response?.lesson === place.lesson && response.step === place.step ? response : { answers: 0 };
  }

  /** The answers of the class; empty on a phone. */
  get votes() {
    return this.code ? [] : (this.now.spread ?? []).map(([answer]) => answer);
  }

  // Requests and navigation

  stepChanged(anew = false) {
    this.anew ||= anew;
    if (this.room) this.send();
  }

  send() {
    this.queue = this.queue.then(() => this.exchange());
  }

  show(more) {
    return request(`/${this.room.code}`, "POST", { ...this.place, secret: this.room.secret, ...more });
  }

  async exchange() {
    const { code, room, anew } = this;
    clearTimeout(this.timer);
    if (this.isClosed || this.isOver || !this.hasServer || !(code || room)) return;
    this.anew = false;
    try {
      if (!document.hidden) this.receive(await (code ? request(this.path) : this.show({ anew })));
    } catch {
      this.failed += 1;
      this.anew ||= anew;
      if (this.failed === SILENT) this.player.draw();
    }
    this.timer = setTimeout(() => this.send(), OFTEN + JITTER * Math.random());
  }

  receive(response) {
    if (this.isClosed) return;
    if (response.status === 403 || response.status === 404) return this.leave();
    this.waits = WAITS[response.status];
    if (this.waits) return this.player.draw();
    if (response.status !== 200) throw new Error(response.reason);
    const received = JSON.stringify(response), isNew = received !== this.received || this.isLost;
    Object.assign(this, { response, received, failed: 0 });
    if (this.code) this.follow(response);
    if (isNew) this.player.draw();
  }

  follow({ lesson, step, revealed, turn }) {
    const { player } = this, isAnew = turn !== (this.turn ?? turn);
    if (lesson !== player.bundle.lesson) return location.assign(new URL(`v${this.path}`, location.href));
    if (player.at !== step - 1) player.go(step - 1);
    if (isAnew) this.sent = null;
    this.turn = turn;
    if (isAnew) player.again();
    else if (revealed === player.isOpen) revealed ? this.reveal() : player.shown.delete(player.at) && player.draw();
  }

  /** Show the answer, with the guess as it was sent; a guess that was not sent does not count. */
  reveal() {
    const { player } = this;
    if (this.sent !== player.at) delete player.guesses[player.at];
    else if (player.step.guess) player.guesses[player.at] = this.answer;
    player.reveal();
  }

  leave() {
    if (this.room) storedRoom(null);
    Object.assign(this, { room: null, response: null, isShown: false, isOver: Boolean(this.code) });
    this.player.draw();
  }

  /** Handle the buttons in the top line and beside the QR code. */
  async press(value) {
    const { player, room } = this;
    if (value === "end") {
      await request(`/${room.code}`, "DELETE", { secret: room.secret }).catch(() => {});
      return this.leave();
    }
    if (value?.endsWith("lock")) return this.show({ locked: value === "lock" }).then((response) => this.receive(response), () => {});
    this.isShown = value !== "close";
    if (this.isShown && !player.inRoom) player.project();
    if (this.isShown && !room && !this.isMaking) await this.make();
    player.draw();
    player.root.querySelector("[data-lab=code] .lab-go")?.focus({ preventScroll: true });
  }

  async make() {
    this.isMaking = true;
    const made = await request("", "POST", { ...this.place, language: this.player.bundle.language }).catch(() => ({}));
    Object.assign(this, { isMaking: false, failed: made.status === 200 ? 0 : SILENT });
    if (this.isLost) return;
    this.room = storedRoom(made) ?? made;
    this.send();
  }

  /** Handle "next" for the class: close the QR code, or send the guess of a phone. Return false for all others. */
  handleNext() {
    if (this.isShown) this.press("close");
    else if (this.isFollowing && this.player.isOpen && !this.player.step.options) this.handleAnswer();
    else return this.isFollowing;
    return true;
  }

  handleAnswer() {
    if (!this.isFollowing) return Boolean(this.isShown);
    const { player, place, turn } = this, { at, answers, guesses } = player;
    const answer = answers[at] ?? guesses[at], vote = { lesson: place.lesson, step: place.step, turn, answer };
    if (answer === undefined) return true; // no guess yet
    request(`${this.path}/answer`, "POST", vote).catch(() => ({})).then(({ status }) => {
      const sent = status === 200 ? at : null, isRefused = ![200, 409].includes(status);
      Object.assign(this, { sent, answer, isRefused, waits: WAITS[status] });
      player.draw();
    });
    return true;
  }

  // Drawing

  /** The button of a phone that sends its guess. */
  sender(button) {
    const { player: { words, at, guesses } } = this, isSent = this.sent === at && guesses[at] === this.answer;
    return button("next", "next", `${isSent ? "✓ " : ""}${words.format("class_send")}`, { class: "lab-button lab-go",
      disabled: guesses[at] === undefined ? "" : null });
  }

  top() {
    const { player: { words, stage, step }, now, room } = this;
    if (!this.hasServer || this.code || stage.isPhone) return [];
    const status = this.isLost ? words.format("class_lost") : words.counted("class_answers", now.answers);
    return [...((room && step.asks) || this.isLost ? [node("strong", "answers", { "data-lab": "answers" }, status)] : []),
      node("button", "class", { type: "button", class: "lab-link", "data-act": "class" }, words.format("class"))];
  }

  /** The address of the class over the lesson, with a QR code if phones reach it. */
  screen() {
    if (!this.isShown || !this.room) return [];
    const { player: { words, step }, now, room: { address, qr, reached } } = this;
    const way = (value, className) => node("button", value, { type: "button", "data-act": "class", "data-value": value,
      class: `lab-button ${className}` }, words.format(`class_${value}`));
    return [node("div", "code", { class: "lab-code", "data-lab": "code" }, [
      ...(reached ? [node("div", "qr", { class: "lab-qr", role: "img", "aria-label": address, "data-markup": qr }, null)] : []),
      node("div", "beside", {}, [
        node("p", "join", { class: "lab-finding" }, words.format(reached ? "class_join" : "class_only_here")),
        node("p", "address", { class: "lab-address" }, address.replace("http://", "")),
        ...(step.asks ? [node("p", "answers", { class: "lab-big" }, words.counted("class_answers", now.answers))] : []),
        node("p", "phones", { class: "lab-says" }, words.counted("class_phones", now.phones ?? 0)),
        node("p", "kept", { class: "lab-quiet-text" }, words.format("class_kept")),
        node("div", "ways", { class: "lab-ways" }, 
          [way("close", "lab-go"), way(now.locked ? "unlock" : "lock", ""), way("end", "")]),
      ]),
    ])];
  }

  /** One sentence beside the pictures: the state of a phone's connection, or the result of the class. */
  statusText() {
    const { player: { words, isOpen, at, step }, now: { spread } } = this, { guess } = step;
    const paragraph = (key, facts, className = "lab-says") => [node("p", "class", { class: className, role: "status" }, words.format(key, facts))];
    if (this.isOver) return paragraph("class_over");
    if (this.code && this.waits) return paragraph(this.waits);
    if (this.code && (this.isLost || this.isRefused)) return paragraph("class_lost");
    if (this.code) return paragraph(isOpen && this.sent === at ? "class_sent" : "class_follows");
    if (isOpen || !guess || !spread?.length) return []; // the votes for options are shown as bars
    const near = total(spread.filter(([answer]) => judgeGuess(guess, answer).right));
    return paragraph("class_near", { near, count: total(spread) }, "lab-finding");
  }

  /** A bar with the number of votes for an option. */
  bar(key) {
    const { player: { isOpen }, now: { spread } } = this, count = spread?.find(([answer]) => answer === key)?.[1] ?? 0;
    return isOpen || !spread?.length ? [] : [
      node("span", "share", { class: "lab-share" }, [
        node("span", "bar", { style: `width:${(100 * count) / total(spread)}%` })]),
      node("b", "votes", { "data-lab-votes": key }, String(count))];
  }

  /** Every guess as a dot along the rail, the near ones black. Dots that would overlap are farther from the rail. */
  cloud(square) {
    const { player: { step: { guess }, isOpen }, now: { spread }, code } = this;
    if (isOpen || code || !spread?.length) return null;
    const [along, off] = isAcross(guess) ? ["x", "y"] : ["y", "x"], truth = guessPosition(guess, guess.truth, square), lanes = [];
    const dots = spread.flatMap(([value, count]) => Array(count).fill(value)).map((value) => {
      const spot = guessPosition(guess, value, square), free = lanes.findIndex((last) => Math.abs(spot[along] - last) >= 2 * R);
      const lane = free < 0 ? lanes.length : free;
      lanes[lane] = spot[along];
      return { value, spot, lane };
    });
    const before = truth[off] - square[off], isAfter = guess.axis === "count" || before < FAR * square.size;
    const room = guess.axis === "count" ? BELOW : (isAfter ? square.size - before : before) - FIRST;
    const gap = (isAfter ? 1 : -1) * Math.min(2 * R + 1, room / lanes.length), first = isAfter ? FIRST : -FIRST;
    return [guessRail(guess, truth, square), guessMark("guess_truth", guess, truth, square),
      ...dots.map(({ value, spot, lane }, i) => node("circle", `vote${i}`, { [`c${along}`]: spot[along],
        [`c${off}`]: truth[off] + first + gap * lane, r: R, class: judgeGuess(guess, value).right ? "lab-near" : "lab-vote",
        "data-lab-vote": value }))];
  }

  close() {
    this.isClosed = true;
    clearTimeout(this.timer);
  }
}

const total = (spread) => spread.reduce((sum, [, count]) => sum + count, 0);

// The Streamlit component. The current step is in the address, which Streamlit does not read again by itself. So that
// going through a lesson causes no rerun, the server is told the address only when the visitor leaves the lesson for
// another part of the page, which may need it: the link for students, or the other language. It stays in the state of
// the component, as a rerun that is already on its way has an older address.
const query = () => new URLSearchParams(location.search);
let told; // the last address that the server was told

function note(name, value, write) {
  const pairs = query();
  if (value) pairs.set(name, value);
  else pairs.delete(name);
  history[write || "replaceState"](history.state, "", "?" + pairs);
}

export default function ({ data, parentElement, setStateValue, setTriggerValue }) {
  const root = parentElement.querySelector(".lab") ?? parentElement.appendChild(document.createElement("div"));
  const actions = { step: (number) => note("step", number > 1 && number), room: (on) => note("room", on && 1, on && !query().has("room") && "pushState"),
    list: () => setTriggerValue("list", true), onwards: () => setTriggerValue("onwards", true) };
  if (!root.labPart) root.closest("main")?.scrollTo(0, 0); // the list may have been scrolled down
  const part = playLesson(root, data, {
    hasPages: true,
    step: () => query().get("step") ?? 1,
    isProjected: () => query().get("room") === "1",
    classroom: (player) => new Classroom(player, query().get("class")),
    send: (name, value) => actions[name]?.(value),
  });
  const leave = ({ target }) => {
    if (!root.contains(target) && location.search !== told) setStateValue("address", (told = location.search));
  };
  const { signal } = part.leaving;
  // Back leads from the screen of the class to the lesson.
  addEventListener("popstate", () => part.inRoom && !query().has("room") && part.project(), { signal });
  for (const name of ["pointerdown", "focusin"]) addEventListener(name, leave, { capture: true, signal });
  return () => part.close();
}
