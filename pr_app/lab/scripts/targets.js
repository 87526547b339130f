// Targets to reach by moving rows: each is a list of conditions on what the rows come to.

/**
 * @typedef {{measure: string, relation: "near" | "above" | "below" | "is" | "differs", goal: number,
 *            within?: number}} Condition
 */

/** Whether a value meets a condition. @param {Condition} condition */
export function meets({ relation, goal, within = 0 }, value) {
  if (relation === "near") return Math.abs(value - goal) <= within;
  if (relation === "above") return value > goal + within;
  if (relation === "below") return value < goal - within;
  return relation === "is" ? value === goal : value !== goal;
}

/** How the conditions stand: each with its value, and whether all are met. */
export function standing(conditions, measures) {
  const each = conditions.map((one) => ({ ...one, now: measures[one.measure], met: meets(one, measures[one.measure]) }));
  return { each, reached: each.length > 0 && each.every((one) => one.met) };
}
