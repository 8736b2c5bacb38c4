// What the API answers about imports of many ads.
import { plural } from '../../contract/core/plural.ts';

const ads = (count: number) => plural(count, { one: '# ad', other: '# ads' });

export const importGone = 'This import no longer exists.';
export const importEnded = 'This import has ended. Start a new one.';
export const importFull = (most: number) => `This import has all its ${ads(most)}.`;
export const importsPerDay = (most: number) => `You can start ${most} imports a day. Please come back tomorrow.`;
export const adsPerWeek = (most: number, left: number) =>
	`You can import up to ${most} ads a week. You have ${left} left. Choose fewer ads or come back later.`;
export const newAccount = (most: number) =>
	`New accounts can import up to ${ads(most)} on the first day. Choose fewer ads or come back tomorrow.`;
export const newAccountUnconfirmed = (most: number, mostConfirmed: number) =>
	`New accounts can import up to ${ads(most)} on the first day. Confirm your email to raise the limit to ${mostConfirmed}, or come back tomorrow.`;
export const tooLateToUndo = (days: number) => `You can undo an import for ${days} days. Delete the ads one by one.`;
