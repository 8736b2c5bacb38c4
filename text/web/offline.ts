// Sentences of the page that opens without a network.
import { plural } from '../../contract/core/plural.ts';

export const availableTitle = 'Available offline';
export const availableEmpty =
	'Nothing yet. The market, your saved items and your lessons stay here once you open them.';
export const title = 'Offline';
export const lead = 'You can keep using saved content. Your actions will sync later.';
export const savedAt = (age: string) => `Saved ${age}`;
export const savedWith = (contents: string, age: string) => `${contents}, saved ${age}`;
export const items = (count: number) => plural(count, { one: '# item', other: '# items' });
export const lessonCount = (count: number) => plural(count, { one: '# lesson', other: '# lessons' });
