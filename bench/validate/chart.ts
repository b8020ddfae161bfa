/** The `is` figures of a run as an SVG chart: one line a candidate and message, on a logarithmic scale. */
import { FLOOR, OURS, type RowResult } from "./row.js";

const WIDTH = 860;
const LABELS = 262;
const RIGHT = 24;
const ROW = 26;
const TOP = 64;
/** About the width of a letter of the labels. */
const LETTER = 6.4;
/** Ends of the scale, in multiples of `JSON.parse`. */
const SCALE = { least: 0.003, most: 10 } as const;
const TICKS = [0.01, 0.05, 0.1, 1, 10] as const;

/** Readable on light and dark pages alike, and apart for colour-blind readers. */
const COLOURS: readonly string[] = [
  "#0072b2",
  "#d55e00",
  "#cc79a7",
  "#9a6700",
  "#009e73",
  "#7b61c9",
  "#6e7781",
];

/** Draws a dot for each candidate on each message's line. */
export function chartOf(rows: readonly RowResult[]): string {
  const names = [...new Set(rows.flatMap(({ cells }) => Object.keys(cells)))];
  const peers = names.filter((name) => name !== OURS && name !== FLOOR);
  const order = [OURS, ...peers, FLOOR];
  const height = TOP + rows.length * ROW + 34;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="system-ui, sans-serif" font-size="12" role="img" aria-label="Time to validate a message, in multiples of JSON.parse">`,
    `<rect width="${WIDTH}" height="${height}" fill="#ffffff"/>`,
    `<g fill="#24292f">`,
    ...legend(order),
    ...TICKS.flatMap((tick) => gridLine(tick, height)),
    ...rows.flatMap((row, index) => line(row, index, order)),
    `<text x="${LABELS}" y="${height - 8}" fill="#57606a">time of one check, in multiples of JSON.parse of the same text (less is better)</text>`,
    `</g>`,
    `</svg>`,
    "",
  ].join("\n");
}

function legend(order: readonly string[]): readonly string[] {
  let x = 20;
  return order.flatMap((name, index) => {
    const entry = [
      dot(Math.round(x), 22, name, index),
      `<text x="${Math.round(x) + 10}" y="26">${escaped(name)}</text>`,
    ];
    x += 34 + name.length * LETTER;
    return entry;
  });
}

function gridLine(tick: number, height: number): readonly string[] {
  const x = position(tick);
  return [
    `<line x1="${x}" y1="${TOP - 10}" x2="${x}" y2="${height - 30}" stroke="#d0d7de"/>`,
    `<text x="${x}" y="${TOP - 14}" text-anchor="middle" fill="#57606a">${tick}</text>`,
  ];
}

function line(
  row: RowResult,
  index: number,
  order: readonly string[],
): readonly string[] {
  const y = TOP + index * ROW + ROW / 2;
  const dots = order.flatMap((name, candidate) => {
    const cell = row.cells[name];
    return cell ? [dot(position(cell.is), y, name, candidate)] : [];
  });
  return [
    `<text x="12" y="${y + 4}">${escaped(row.name)}</text>`,
    `<line x1="${LABELS}" y1="${y}" x2="${WIDTH - RIGHT}" y2="${y}" stroke="#eaeef2"/>`,
    // Ours is drawn last, so that nothing hides it.
    ...dots.reverse(),
  ];
}

function dot(x: number, y: number, name: string, index: number): string {
  const colour = COLOURS[index % COLOURS.length];
  const radius = name === OURS ? 6 : 4;
  return name === FLOOR
    ? `<circle cx="${x}" cy="${y}" r="${radius}" fill="#ffffff" stroke="#24292f" stroke-width="1.5"/>`
    : `<circle cx="${x}" cy="${y}" r="${radius}" fill="${colour}"/>`;
}

function position(ratio: number): number {
  const { least, most } = SCALE;
  const within = Math.min(Math.max(ratio, least), most);
  const share = Math.log(within / least) / Math.log(most / least);
  return Math.round((LABELS + share * (WIDTH - LABELS - RIGHT)) * 10) / 10;
}

function escaped(text: string): string {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;");
}
