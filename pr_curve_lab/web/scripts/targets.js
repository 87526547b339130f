// Targets to reach by moving rows: each is a list of conditions on what the rows come to.

import { join, rocOf } from "./curve.js";

/**
 * @typedef {{measure: string, relation: "near" | "above" | "below" | "is" | "differs", goal: number,
 *            within?: number}} Condition
 */

const areaOf = (points, scheme) => join(points, scheme).area;

const MEASURES = {
  step: (points) => areaOf(points, "step"),
  linear: (points) => areaOf(points, "linear"),
  lead: (points) => areaOf(points, "linear") - areaOf(points, "step"),
  roc: (points) => rocOf(points).area,
  positives: ({ positives }) => positives,
  negatives: ({ negatives }) => negatives,
  // Counts from the highest score down: two rankings with the same ones have the same curve.
  order: ({ truePositives: found, falsePositives: alarms }) => Array.from(found, (one, i) => `${one}/${alarms[i]}`).join(" "),
};

/** Whether a value meets a condition. @param {Condition} condition */
export function meets({ relation, goal, within = 0 }, value) {
  if (relation === "near") return Math.abs(value - goal) <= within;
  if (relation === "above") return value > goal + within;
  if (relation === "below") return value < goal - within;
  return relation === "is" ? value === goal : value !== goal;
}

/** How the conditions stand: each with its value, and whether all are met. */
export function standing(conditions, points) {
  const each = conditions.map((one) => {
    const now = MEASURES[one.measure](points);
    return { ...one, now, met: meets(one, now) };
  });
  return { each, reached: each.length > 0 && each.every((one) => one.met) };
}
