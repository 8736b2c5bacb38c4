import { formatInteger } from './format-integer.ts';

/** Formats an amount of whole kobo: 'NGN 70,000', or with a fraction of a naira 'NGN 70,000.50'. */
export function formatNaira(kobo: number): string {
	const sign = kobo < 0 ? '-' : '';
	const whole = Math.trunc(Math.abs(kobo));
	const naira = formatInteger(Math.floor(whole / 100));
	const rest = whole % 100;
	return `NGN ${sign}${naira}${rest === 0 ? '' : `.${String(rest).padStart(2, '0')}`}`;
}
