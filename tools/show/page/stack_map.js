/* Addresses of a stack by heights in its picture. One map holds for all moments of a stack, so nothing
   in the picture moves while one steps. Each range is as high as the text in it needs; beyond that a
   large one is a little higher than a small one. */

const ROW = 15, NAME_ROW = 18, MARGIN = 4;

/* The widest part of a frame in which no box lies: there its name stands. */
function freePart(low, high, inside) {
  let best = [low, low], bottom = low;
  for (const box of [...inside].sort((a, b) => a.address - b.address)) {
    if (box.address - bottom >= best[1] - best[0])
      best = [bottom, box.address];
    bottom = Math.max(bottom, box.address + box.size);
  }
  return high - bottom >= best[1] - best[0] ? [bottom, high] : best;
}

const boxHeight = (box) => box.lines.length * ROW + MARGIN;

function boxesIn(step, frame) {
  return step.boxes.filter((box) => box.address >= frame.low && box.address < frame.high);
}

class StackMap {
  constructor(stack) {
    const needs = new Map();
    const need = (low, high, least) => {
      if (high > low)
        needs.set(`${low} ${high}`, {low, high, least: Math.max(least, (needs.get(`${low} ${high}`) || {least: 0}).least)});
    };
    for (const step of steps.filter((other) => other.stack === stack)) {
      for (const frame of step.frames) {
        const [low, high] = freePart(frame.low, frame.high, boxesIn(step, frame));
        need(frame.low, frame.high, NAME_ROW);
        need(low, high, NAME_ROW);
      }
      for (const box of step.boxes)
        need(box.address, box.address + box.size, boxHeight(box));
    }
    this.build([...needs.values()]);
  }

  /* Narrow ranges are served first, so that a wide one finds what they have given already. */
  build(needs) {
    const edges = [...new Set(needs.flatMap(({low, high}) => [low, high]))].sort((a, b) => b - a);
    const place = new Map(edges.map((edge, i) => [edge, i]));
    const heights = edges.slice(1).map((edge, i) => 1 + 0.9 * Math.log2(1 + (edges[i] - edge) / 4));
    for (const {low, high, least} of needs.sort((a, b) => (a.high - a.low) - (b.high - b.low))) {
      const from = place.get(high), to = place.get(low);
      let sum = 0;
      for (let i = from; i < to; i++)
        sum += heights[i];
      for (let i = from; sum < least && i < to; i++)
        heights[i] *= least / sum;
    }
    this.heights = new Map();
    this.height = 0;
    edges.forEach((edge, i) => {
      this.heights.set(edge, this.height);
      this.height += heights[i] || 0;
    });
    [this.top, this.bottom] = [edges[0], edges[edges.length - 1]];
  }

  y(address) {
    return this.heights.get(address);
  }
}

const maps = new Map();
function mapOf(stack) {
  if (!maps.has(stack))
    maps.set(stack, new StackMap(stack));
  return maps.get(stack);
}
