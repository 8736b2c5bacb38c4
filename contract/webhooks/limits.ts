import { day } from '../core/units.ts';

// Units as in `contract/core/limits.ts`.

/** Maximum number of webhooks of an account, and of the market; text length of a URL. */
export const webhooks = 5;
export const webhookUrl = { max: 500 } as const;
/** Milliseconds for which deliveries of webhooks are listed. */
export const webhookDeliveryRetention = 30 * day;
