import { expect, test } from 'vitest';
import { toMailbox } from './recipients.ts';

test.each([
	['Ada@Example.com', 'ada@example.com'],
	['ada+market@example.com', 'ada@example.com'],
	['a.d.a@example.com', 'a.d.a@example.com'],
	['A.D.A+x+y@GMAIL.com', 'ada@gmail.com'],
	['ada@googlemail.com', 'ada@gmail.com'],
	['ａｄａ@example.com.', 'ada@example.com'],
])('counts %s as %s', (email, mailbox) => {
	expect(toMailbox(email)).toBe(mailbox);
});
