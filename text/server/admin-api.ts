// What the server tells administrators.
export const partlyRefunded = (refunded: string, paid: string, reference: string) =>
	`${refunded} of ${paid} was refunded (${reference}).`;
export const paymentUnconfirmed = (reference: string) =>
	`The payment service reported ${reference} but did not confirm it.`;
export const accountErased = 'Account erased';
export const pictureOfAnother = (userName: string) => `Looks like a photo from @${userName}`;
/** Replaces the name of an erased account in a finding. */
export const erasedAccount = (id: number) => `deleted account ${id}`;
/** Adds a finding about another ad of the same import to the case of the import. */
export const sameImport = (title: string, note: string) => `Same import, “${title}”: ${note}`;
export const jobGone = 'This job no longer exists.';
export const sampleContentRemoved = (accounts: number, ads: number, posts: number) =>
	`${accounts} accounts, ${ads} ads, ${posts} posts`;
export const paidTooLittle = (paid: string, reference: string, price: string) =>
	`${paid} was paid online (${reference}), but the price is ${price}.`;
export const paidTooMuch = (paid: string, reference: string, price: string) =>
	`${paid} was paid online (${reference}), more than the price of ${price}.`;
export const paidWithoutNeed = (paid: string, reference: string) =>
	`${paid} was paid online (${reference}), but no payment was due.`;
export const enrollmentsCsvHeadings = [
	'Reference',
	'Requested at',
	'State',
	'Course',
	'Course as typed',
	'Name',
	'Email',
	'Phone',
	'WhatsApp',
	'Price (NGN)',
	'Needs attention',
];
export const reviewerSharesOrigin = {
	device: (seller: string) => `Same browser as @${seller}`,
	network: (seller: string) => `Same network as @${seller}`,
};
export const looksLikeAccount = (user: string) => `The name looks like the name of @${user}`;
const removedParts = { text: 'text', picture: 'photo', number: 'phone number', device: 'browser' };
export const sameParts = (parts: readonly (keyof typeof removedParts)[]) =>
	`Same ${parts.map((part) => removedParts[part]).join(', ')}`;
export const asInRemoved = (same: string, decision: number | null) =>
	`${same} as in ${decision === null ? 'something of a deleted account' : `decision ${decision}`}`;
export const claimsMarket = 'The name claims to be the market, its staff or verified';
export const manyReviewsByNewAccounts = (seller: string, most: number, days: number) =>
	`More than ${most} reviews of @${seller} in a day by accounts younger than ${days} days`;
