// Tips for customers on the page of an ad, by what the ad sells, and the warning before a chat.

/** Tips in addition to the general advice. */
export const tips = {
	property: [
		'See the place yourself before you pay rent, a deposit or an agent.',
		'Ask for papers that show who owns it, and check who you pay.',
	],
	vehicles: [
		'Compare the chassis number with the papers.',
		'Let a mechanic you trust check it and drive it before you pay.',
	],
	devices: [
		'Dial *#06# on a phone and compare the IMEI with the box and the receipt.',
		'Turn it on and test it. Make sure the old owner has signed out.',
	],
	gas: ['Buy cylinders with a test date that is still valid.', 'Let a trained person fit and check anything with gas.'],
	food: ['Check the expiry date, the seal and the NAFDAC number.'],
	beauty: ['Check the seal, the expiry date and the NAFDAC number.', 'Test it on a small spot of your skin first.'],
	fashion: [
		'Ask for the size in numbers, and if you can return it.',
		'Ask for photos in daylight if you buy from far away.',
	],
	valuables: [
		'If it is sold as original, ask for the receipt and check the marks.',
		'A very low price is often a sign of a fake.',
	],
	home: ['Measure your space, and agree who pays for delivery.', 'Check it for cracks, insects and loose parts.'],
	pets: [
		'See the animal and its vaccine card before you pay.',
		'Never pay for the transport of an animal you have not seen.',
	],
	services: ['Agree in writing what you get, when, and what it costs.', 'Pay the rest only when the work is done.'],
} as const satisfies Record<string, readonly string[]>;

export const cautionTitle = 'Be careful with this seller';
/** All of it is true of every account with a warning. */
export const cautionReasons = [
	'The account is new.',
	'The seller has not verified a phone number or a business.',
	'More than one person reported the seller, or we sent a warning.',
];
export const cautionAdvice = [
	'Never pay before you have seen the item.',
	'Meet in a busy place, and bring someone along.',
	'Never share a code from an SMS or your bank.',
];
export const stayTitle = 'If you go on';
export const goOn = 'Go on to WhatsApp';
export const callAnyway = 'Call anyway';
export const goBack = 'Back';
