import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatNaira } from './money.ts';

test('formats kobo as naira with separators', () => {
	expect(formatNaira(7_000_000)).toBe('NGN 70,000');
	expect(formatNaira(7_000_050)).toBe('NGN 70,000.50');
	expect(formatNaira(100)).toBe('NGN 1');
	expect(formatNaira(5)).toBe('NGN 0.05');
	expect(formatNaira(0)).toBe('NGN 0');
	expect(formatNaira(-7_000_050)).toBe('NGN -70,000.50');
	expect(formatNaira(1_000_000_000_000)).toBe('NGN 10,000,000,000');
});

test('preserves every kobo and groups three digits', () => {
	fc.assert(
		fc.property(fc.integer({ min: 0, max: 1_000_000_000_000 }), (kobo) => {
			const text = formatNaira(kobo);
			expect(text).toMatch(/^NGN \d{1,3}(,\d{3})*(\.\d{2})?$/);
			const [naira = '', rest = '00'] = text.slice(4).replaceAll(',', '').split('.');
			expect(Number(naira) * 100 + Number(rest)).toBe(kobo);
			expect(text.includes('.')).toBe(kobo % 100 !== 0);
		}),
	);
});
