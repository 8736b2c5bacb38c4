// What the server tells administrators.
export const partlyRefunded = (refunded: string, paid: string, reference: string) =>
	`${refunded} of ${paid} was given back (${reference}).`;
export const paymentUnconfirmed = (reference: string) =>
	`The payment service told of ${reference} but did not confirm it.`;
export const accountErased = 'Account erased';
export const pictureOfAnother = (userName: string) => `Looks like a picture of @${userName}`;
export const jobGone = 'This job is not here any more.';
export const sampleContentRemoved = (accounts: number, ads: number, posts: number) =>
	`${accounts} accounts, ${ads} ads, ${posts} posts`;
export const paidTooLittle = (paid: string, reference: string, price: string) =>
	`${paid} was paid online (${reference}), but the price is ${price}.`;
export const paidTooMuch = (paid: string, reference: string, price: string) =>
	`${paid} was paid online (${reference}), more than the price of ${price}.`;
export const paidWithoutNeed = (paid: string, reference: string) =>
	`${paid} was paid online (${reference}) while nothing was to be paid.`;
export const enrollmentsCsvHeadings = [
	'Reference',
	'Asked at',
	'State',
	'Course',
	'Course as typed',
	'Name',
	'E-mail',
	'Phone',
	'WhatsApp',
	'Price (NGN)',
	'Look at',
];
