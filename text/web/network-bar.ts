// What the bar above the page says of the network and of what waits for it.
import { plural } from '../../contract/core/plural.ts';

export const offline = "You're offline. Your actions will sync later.";
export const offlineAsOf = (age: string) =>
	`You're offline. Showing content from ${age}; your actions will sync later.`;
export const noResponseAsOf = (age: string) => `No response. Showing content from ${age}.`;
export const waiting = (count: number) =>
	plural(count, { one: '# action waiting to send.', other: '# actions waiting to send.' });
export const rejected = (count: number) => plural(count, { one: '# action not sent.', other: '# actions not sent.' });
export const view = 'View';
export const allSent = 'All actions sent';
