import { z } from 'zod';
import { defineJob } from '../jobs/index.ts';

const minute = 60_000;
const mailOptions = { concurrency: 2, timeout: minute, tries: 8 };
const accountPayloadSchema = z.object({ account_id: z.number() });

export const verificationMailJob = defineJob('accounts.verification-mail', accountPayloadSchema, mailOptions);

export const passwordResetMailJob = defineJob(
	'accounts.password-mail',
	z.object({ email_key: z.string() }),
	mailOptions,
);

export const emailChangeMailJob = defineJob('accounts.email-change-mail', accountPayloadSchema, mailOptions);

export const securityNoticeMailJob = defineJob(
	'accounts.notice-mail',
	z.object({
		to: z.string(),
		/** Whether the address is confirmed. Earlier versions did not store it. */
		is_proven: z.exactOptional(z.boolean()),
		/** False if another account has the address. Earlier versions did not store it. */
		has_address: z.exactOptional(z.boolean()),
		name: z.string(),
		notice: z.enum([
			'password-changed',
			'email-change-asked',
			'email-changed',
			'account-deleted',
			'api-token-made',
			'made-administrator',
			'second-factor-on',
			'second-factor-off',
			'second-factor-reset',
			'passkey-added',
			'passkey-removed',
		]),
	}),
	mailOptions,
);

/** Job that mails the former address of an account the link that restores it. */
export const emailUndoMailJob = defineJob('accounts.email-undo-mail', z.object({ change_id: z.number() }), mailOptions);

/** Milliseconds until the mail about changed numbers of ads, so that many changes share one mail. */
export const adNumberMailDelay = 10 * minute;

/** Job that tells an account of its changed numbers. */
export const numberChangeMailJob = defineJob('accounts.number-change-mail', accountPayloadSchema, {
	...mailOptions,
	maxDelay: adNumberMailDelay,
});

/** Job that erases the accounts that are due for erasure, without waiting for the hourly schedule. */
export const eraseDueAccountsJob = defineJob('accounts.erase-due', z.object({}), {
	concurrency: 1,
	timeout: 60 * minute,
	tries: 5,
});

/** Job that finds out again which of the accounts with the name of one account are look-alikes. */
export const lookAlikesJob = defineJob('accounts.look-alikes', accountPayloadSchema, {
	concurrency: 1,
	timeout: minute,
	tries: 5,
});

/** Job that lets the likes, follows and comments of an account count in rankings, if it is time for them. */
export const rankingJob = defineJob('accounts.ranking', accountPayloadSchema, {
	concurrency: 1,
	timeout: minute,
	tries: 5,
});
