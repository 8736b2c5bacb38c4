// What a seller's rating says. Apart from the other texts about reviews, because every ad card shows it.
import { formatInteger } from '../../contract/core/format-integer.ts';
import { plural } from '../../contract/core/plural.ts';

export const spoken = (average: string, count: number) =>
	`Rated ${average} of 5 in ${plural(count, { one: '# review', other: '# reviews' })}`;
/** Number of reviews after an average. */
export const inBrackets = (count: number) => `(${formatInteger(count)})`;
