// This file has no schemas, because pages need the options, but not zod.

/** When a saved search alerts its owner: with each new ad, once a day, or never. */
export const alertModes = ['at_once', 'daily', 'off'] as const;
export type AlertMode = (typeof alertModes)[number];
