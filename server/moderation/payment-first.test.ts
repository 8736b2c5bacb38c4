import { expect, test } from 'vitest';
import { findPaymentFirstPhrases } from './payment-first.ts';

test.each([
	'Pay before delivery',
	'You will PAY  before\tdelivery, no exceptions',
	'Payment before delivery please',
	'Payment is made before dispatch',
	'Send a deposit and I will hold it',
	'send me small deposit',
	'Pay a commitment fee',
	'Transfer first',
	'Transfer the money first, then we waybill',
	'PAYMENT FIRST!!!',
	'Payment validates order',
	'No payment on delivery',
	'No POD',
	'no inspection',
	'Inspection is not allowed',
	'Abeg send money first',
	'You go pay first',
	'Pay make I waybill am',
	'drop money first',
	'Pay before I send am',
	'We no dey do payment on delivery',
	'I don’t do pay on delivery',
	'Money must enter my account: pay before una collect',
	'You no fit see am before',
	'Pay with iTunes card',
	'Full payment upfront',
	'Páy befóre delivery',
	'Pay bef\u200Bore deli\u00ADvery',
	'Pɔy ﬁrst: ｔransfer first',
	'deposit required to reserve',
])('finds a phrase in: %s', (text) => {
	expect(findPaymentFirstPhrases(text)).not.toEqual([]);
});

test.each([
	'Pay on delivery',
	'Payment on delivery, after inspection',
	'Cash on delivery. No problem.',
	'Never pay before delivery',
	'Please do not send a deposit to anyone',
	'Don’t ever pay before inspection',
	'First come, first served',
	'Delivery before Friday, you can pay with cash',
	'First class leather',
	'Repayment before delivery men came',
	'I will not pay. Before delivery you can look at it.',
	'The deposit in this bottle is normal',
	'Transfer or cash, first floor, shop 12',
	'',
])('finds no phrase in: %s', (text) => {
	expect(findPaymentFirstPhrases(text)).toEqual([]);
});

test('returns distinct phrases, at most five', () => {
	expect(findPaymentFirstPhrases('Pay before delivery! PAY BEFORE DELIVERY. Transfer first.')).toEqual([
		'pay before delivery',
		'transfer first',
	]);
	const much = 'no pod. no inspection. payment first. send deposit. transfer first. pay with gift card. pay upfront.';
	expect(findPaymentFirstPhrases(much)).toHaveLength(5);
});

test('takes less than 200 ms for long texts that nearly match', () => {
	for (const word of ['pay ', 'no ', 'deposit ', 'send the ', 'before you ', 'pay a b ']) {
		const start = process.threadCpuUsage();
		findPaymentFirstPhrases(word.repeat(5000).slice(0, 5000));
		const { user, system } = process.threadCpuUsage(start);
		expect((user + system) / 1000).toBeLessThan(200);
	}
});
