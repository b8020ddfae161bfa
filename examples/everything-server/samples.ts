/** The smallest real files of their kinds, in Base64 as the protocol carries them. */

/** A PNG of one pixel. */
export const onePixelPng: string =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** A WAV of silence that is over before it begins. */
export const silentWav: string =
  "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=";
