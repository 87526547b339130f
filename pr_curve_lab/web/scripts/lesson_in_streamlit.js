// A lesson as a Streamlit component in which a class can vote: phones send answers and follow the lesson. The projector
// sends its step to the server every few seconds, and phones request it there. Without a server, the lesson works alone.

import { node, text } from "./elements.js";
import { isAcross, isOnRail } from "./guess.js";
import { playLesson } from "./player.js";

const OFTEN = 2000, JITTER = 1000; // ms between two requests: at least, and the random part
const SILENT = 2; // failed requests after which the server counts as unreachable
const ROOM = "prlab room"; // key in the session storage
const IN_SQUARE = 0.44; // of the square: the space of the guesses of one round
const WAITS = { 423: "class_locked", 425: "class_busy", 429: "class_busy" }; // messages by HTTP status

let hasRooms; // promise of whether this server has rooms, requested once

async function request(path = "", method = "GET", content) {
  const sent = content && { headers: { "content-type": "application/json" }, body: JSON.stringify(content) };
  const answer = await fetch(new URL(`classroom${path}`, location.href), { method, cache: "no-store", ...sent });
  return { status: answer.status, ...(await answer.json()) };
}

/** Return the room of a projector, and store it if one is given; null if storage is blocked. */
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
      failed: 0, queue: Promise.resolve() });
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

  get results() {
    return this.player.isOpen ? {} : this.now.results ?? {};
  }

  get hasList() {
    return !this.player.isOpen && Boolean(this.now.hardest);
  }

  /** @param {"anew" | "discuss"} [order] what the server is to do with the question */
  stepChanged(order) {
    if (order) this.order = { order, ...this.place };
    this.isListed = false;
    if (this.room) this.send();
  }

  send() {
    this.queue = this.queue.then(() => this.exchange());
  }

  /** Tell the server the step. With the turn that is known, a message that comes twice has one effect. */
  show(more) {
    return request(`/${this.room.code}`, "POST", { ...this.place, secret: this.room.secret, turn: this.turn,
      language: this.player.bundle.language, ...more });
  }

  async exchange() {
    const { code, room, order, place } = this;
    clearTimeout(this.timer);
    if (this.isClosed || this.isOver || !this.hasServer || !(code || room)) return;
    this.order = null;
    const isHere = order?.lesson === place.lesson && order.step === place.step;
    try {
      if (!document.hidden) this.receive(await (code ? request(this.path) : this.show(isHere && { [order.order]: true })));
    } catch {
      this.failed += 1;
      if (isHere) this.order ??= order;
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
    this[this.code ? "follow" : "agree"](response);
    if (isNew) this.player.draw();
  }

  follow({ lesson, step, revealed, turn, round }) {
    const { player } = this, isElsewhere = player.at !== step - 1;
    if (lesson !== player.bundle.lesson) return location.assign(new URL(`v${this.path}`, location.href));
    if (isElsewhere) player.go(step - 1);
    const isAnew = turn !== (this.turn ?? turn) || (!isElsewhere && round !== (this.round ?? round));
    Object.assign(this, { turn, round }, isAnew && { sent: null });
    if (isAnew) player.again();
    if (revealed === player.isOpen) revealed ? this.reveal() : player.shown.delete(player.at) && player.draw();
  }

  /** On a projector that was loaded again, or in a second window, show what the class has seen. */
  agree({ revealed, turn }) {
    const { player, now, response, order } = this, isAnew = turn !== (this.turn ?? turn);
    this.turn = turn;
    if (now !== response || order) return;
    if (revealed && player.isOpen) player.reveal();
    else if (isAnew && !revealed) player.shown.delete(player.at);
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
    Object.assign(this, { room: null, response: null, turn: undefined, isShown: false, isListed: false, isOver: Boolean(this.code) });
    this.player.draw();
  }

  async press(value) {
    const { player, room } = this;
    if (value === "end") {
      await request(`/${room.code}`, "DELETE", { secret: room.secret }).catch(() => {});
      return this.leave();
    }
    if (value?.endsWith("lock")) return this.show({ locked: value === "lock" }).then((response) => this.receive(response), () => {});
    if (value === "discuss") return this.stepChanged(value);
    Object.assign(this, { isListed: value === "results", isShown: !value });
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

  /** Handle "next" for the class; return whether it was. */
  handleNext() {
    if (this.isShown || this.isListed) this.press("close");
    else if (this.hasList) this.press("results");
    else if (this.isFollowing && this.player.isOpen && !this.player.step.options) this.handleAnswer();
    else return this.isFollowing;
    return true;
  }

  handleAnswer() {
    if (!this.isFollowing) return Boolean(this.isShown);
    const { player, place, turn, round } = this, { at, answers, guesses } = player;
    const answer = answers[at] ?? guesses[at], vote = { lesson: place.lesson, step: place.step, turn, round, answer };
    if (answer === undefined) return true; // no guess yet
    request(`${this.path}/answer`, "POST", vote).catch(() => ({})).then(({ status }) => {
      const isNow = turn === this.turn && round === this.round; // not yet asked again
      const sent = status === 200 && isNow ? at : null, isRefused = ![200, 409].includes(status);
      Object.assign(this, { sent, answer, isRefused, waits: WAITS[status] });
      player.draw();
    });
    return true;
  }

  sender(button) {
    const { player: { words, at, guesses } } = this, isSent = this.sent === at && guesses[at] === this.answer;
    return button("next", "next", `${isSent ? "✓ " : ""}${words.format("class_send")}`, { class: "lab-button lab-go",
      disabled: guesses[at] === undefined ? "" : null });
  }

  top() {
    const { player, now, room } = this, { words, stage, step } = player;
    player.root.toggleAttribute("data-follows", Boolean(this.code) && !this.isOver && !this.waits);
    if (!this.hasServer || this.code || stage.isPhone) return [];
    const status = this.isLost ? words.format("class_lost") : words.counted("class_answers", now.answers);
    return [...((room && step.asks) || this.isLost ? [node("strong", "answers", { "data-lab": "answers" }, status)] : []),
      node("button", "class", { type: "button", class: "lab-link", "data-act": "class" }, words.format("class"))];
  }

  /** The address of the class over the lesson, with a QR code if phones reach it. */
  screen() {
    if (this.isListed) return [node("div", "list", { class: "lab-code lab-hardest", "data-lab": "hardest" }, [
      node("p", "title", { class: "lab-finding" }, this.player.words.format("class_hardest")),
      node("div", "steps", { "data-markup": this.now.hardest ?? "" }, null), this.button("close", "lab-go")])];
    if (!this.isShown || !this.room) return [];
    const { player: { words, step }, now, room: { address, qr, reached } } = this;
    return [node("div", "code", { class: "lab-code", "data-lab": "code" }, [
      ...(reached ? [node("div", "qr", { class: "lab-qr", role: "img", "aria-label": address, "data-markup": qr }, null)] : []),
      node("div", "beside", {}, [
        node("p", "join", { class: "lab-finding" }, words.format(reached ? "class_join" : "class_only_here")),
        node("p", "address", { class: "lab-address" }, address.replace("http://", "")),
        ...(step.asks ? [node("p", "answers", { class: "lab-big" }, words.counted("class_answers", now.answers))] : []),
        node("p", "phones", { class: "lab-says" }, words.counted("class_phones", now.phones ?? 0)),
        node("p", "kept", { class: "lab-quiet-text" }, words.format("class_kept")),
        node("div", "ways", { class: "lab-ways" }, [this.button("close", "lab-go"), this.button(now.locked ? "unlock" : "lock"), this.button("end")]),
      ]),
    ])];
  }

  button(value, className = "") {
    return node("button", value, { type: "button", "data-act": "class", "data-value": value, class: `lab-button ${className}` },
      this.player.words.format(`class_${value}`));
  }

  ways() {
    const { room, hasList, player: { isOpen, step }, now: { answers, round } } = this;
    if (hasList) return [this.button("results", "lab-go")];
    return room && isOpen && !step.opinions && answers > 0 && round === 1 ? [this.button("discuss")] : [];
  }

  statusText() {
    const { player: { words, isOpen, at }, now, results, code, waits, sent } = this, isAgain = isOpen && now.round > 1;
    const key = this.isOver ? "class_over" : code && waits ? waits : code && (this.isLost || this.isRefused) ? "class_lost"
      : code && isOpen && sent === at ? "class_sent" : isAgain ? "class_again" : code && "class_follows";
    if (key) return [node("p", "class", { class: isAgain ? "lab-finding" : "lab-says", role: "status" }, words.format(key))];
    return results.found ? [node("div", "found", { role: "status", "data-markup": results.found }, null)] : [];
  }

  bar(key) {
    const { [key]: markup } = this.results.bars ?? {};
    return markup ? [node("span", "shares", { class: "lab-shares", "data-markup": markup }, null)] : [];
  }

  /** The guesses of the class: boxes and labels, which are in shares of their space. */
  histogram(square) {
    const { player: { step: { guess } }, results: { rounds, boxes, labels } } = this;
    if (!boxes) return null;
    const across = isAcross(guess), { x, y, size, depth = rounds * IN_SQUARE * size } = isOnRail(guess) ? square.rail : square;
    const base = isOnRail(guess) ? y : y + size, [right, down, anchor] = across ? [0, -6, "middle"] : [6, 6, "start"];
    const place = (along, away) => (across ? [x + size * along, base - depth * away] : [x + depth * away, y + size * (1 - along)]);
    return [
      ...boxes.map(([low, high, from, to, className], i) => node("polygon", `box${i}`, { class: className,
        points: [place(low, from), place(high, from), place(high, to), place(low, to)].join(" ") })),
      ...labels.map(([along, away, content, more], i) => {
        const [left, top] = place(along, away);
        return text(`label${i}`, left + right, top + down, content, { class: "lab-halo-text lab-strong", "text-anchor": anchor, ...more });
      }),
    ];
  }

  close() {
    this.isClosed = true;
    clearTimeout(this.timer);
  }
}

// The Streamlit component. So that a lesson causes no rerun, Streamlit is told the address only when the visitor leaves
// for another part of the page, but not for a download, whose file a rerun would replace. It stays in the component.
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
    list: () => setTriggerValue("list", true), onwards: () => setTriggerValue("onwards", true),
    following: (lesson) => setTriggerValue("following", lesson) };
  if (!root.labPart) root.closest("main")?.scrollTo(0, 0); // the list may have been scrolled down
  const part = playLesson(root, data, {
    hasPages: true,
    step: () => query().get("step") ?? 1,
    isProjected: () => query().get("room") === "1",
    classroom: (player) => new Classroom(player, query().get("class")),
    send: (name, value) => actions[name]?.(value),
  });
  const leave = ({ target }) => {
    if (root.contains(target) || target.closest(".stDownloadButton") || location.search === told) return;
    setStateValue("address", (told = location.search));
  };
  const { signal } = part.leaving;
  // Back leads from the screen of the class to the lesson.
  addEventListener("popstate", () => part.inRoom && !query().has("room") && part.project(), { signal });
  for (const name of ["pointerdown", "focusin"]) addEventListener(name, leave, { capture: true, signal });
  return () => part.close();
}
