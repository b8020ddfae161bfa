// Banner
/* eslint-disable */
/* eslint max-lines: ["warn", 5] */
// biome-ignore-all lint: generated
// biome-ignore-all assist: generated

// The types of revision 2026-07-28 of the Model Context Protocol, as its schema states
// them. Nothing here exists at run time.

export interface Literals {
  text: 'quoted "text"';
  single: "it's";
  template: "plain";
  number: 1.5;
  negative: -1;
  yes: true;
  both: boolean;
  maybe: boolean;
  none: null;
}
