// What the API says about the settings of the market.
import { formatInteger } from '../../contract/core/format-integer.ts';

export const nameMissing = 'Enter the name of your market';
export const nameInvalid = 'Leave out < and >';
export const taglineMissing = 'Enter a tagline';
export const oneLine = 'Write this on one line';
export const slugInvalid = 'Use 2 to 30 small letters, numbers and single hyphens, like my-market';
export const colourInvalid = 'Enter a colour like #0b6b46';
export const colourTooLight = 'This colour is too light to read. Choose a darker one';
export const phoneInvalid = 'Enter a valid phone number';
export const addressMissing = 'Enter an address';
export const documentMissing = 'Write the text first';
export const orderIncomplete = 'List each of the 31 categories once';
export const oneCategoryVisible = 'Show at least one category';
export const categoryRepeated = 'Hide each category once';
export const outOfRange = (min: number, max: number) =>
	`Enter a whole number from ${formatInteger(min)} to ${formatInteger(max)}`;
export const changedMeanwhile =
	'Another administrator has changed the settings. Load them again, then repeat your change.';
