/** Tag of everything that depends on which webhooks are on and which events they receive. */
export const webhooksCacheTag = 'webhooks';
