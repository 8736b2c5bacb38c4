import { expect, test } from 'vitest';
import { findAccountNumber } from './account-number.ts';

test('finds the account number if there is exactly one', () => {
	expect(findAccountNumber('First Bank of Nigeria\n3012345678\nKasuwa Ltd')).toBe('3012345678');
	expect(findAccountNumber('GTBank 0123456789, call 08031234567')).toBe('0123456789');
	expect(findAccountNumber('GTBank 0123456789 or UBA 2098765432')).toBeNull();
	expect(findAccountNumber('Ask us for the account')).toBeNull();
});
