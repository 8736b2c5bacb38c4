import { z } from 'zod';
import { defineJob } from '../platform/jobs/index.ts';

const minute = 60_000;
const mailOptions = { concurrency: 2, timeout: minute, tries: 8 };
const ofAccount = z.object({ account_id: z.number() });

export const verificationMail = defineJob('accounts.verification-mail', ofAccount, mailOptions);

export const passwordMail = defineJob('accounts.password-mail', z.object({ email_key: z.string() }), mailOptions);

export const emailChangeMail = defineJob('accounts.email-change-mail', ofAccount, mailOptions);

export const noticeMail = defineJob(
	'accounts.notice-mail',
	z.object({
		to: z.string(),
		name: z.string(),
		notice: z.enum(['password-changed', 'email-change-asked', 'email-changed', 'account-deleted']),
	}),
	mailOptions,
);

/** Erases what is due at once, rather than with the next turn of the hour. */
export const eraseDueJob = defineJob('accounts.erase-due', z.object({}), {
	concurrency: 1,
	timeout: 60 * minute,
	tries: 5,
});
