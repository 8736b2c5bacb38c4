import type { FastifyBaseLogger } from 'fastify';
import { brand } from '../../contract/brand.ts';
import { limits } from '../../contract/limits.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/index.ts';
import type { Jobs } from '../platform/jobs/index.ts';
import type { Mail } from '../platform/mail/index.ts';
import { hashToken, randomToken } from '../platform/secrets.ts';
import { findAccount, insertEmailToken } from './store.ts';

export const verificationMail = 'accounts.verification-mail';

export interface AccountJobsParts {
	db: Database;
	clock: Clock;
	jobs: Jobs;
	mail: Mail;
	logger: Pick<FastifyBaseLogger, 'info'>;
	/** The address people use, without a slash at its end. */
	publicUrl: () => string;
}

/** Sends the mails that accounts queue. The token is made here: the queue holds no secret. */
export function registerAccountJobs({ db, clock, jobs, mail, publicUrl, logger }: AccountJobsParts): void {
	jobs.work(verificationMail, { concurrency: 2, timeout: 60_000, tries: 8 }, async (data) => {
		const account = await findAccount(db, Number(data.account_id));
		if (!account || account.email_verified_at !== null) return;
		const token = randomToken();
		await db.transaction((tx) =>
			insertEmailToken(tx, {
				token_hash: hashToken(token),
				account_id: account.id,
				email_key: account.email_key,
				ends_at: clock.now() + limits.emailVerificationLife,
			}),
		);
		const { delivered } = await mail.send({
			to: account.email,
			subject: `Confirm your e-mail address for ${brand.name}`,
			text: [
				`Hello ${account.display_name},`,
				`please confirm that this address is yours:\n${publicUrl()}/verify-email?token=${token}`,
				`The link works for two days. If you did not sign up at ${brand.name}, you can ignore this mail.`,
			].join('\n\n'),
		});
		if (delivered !== 'smtp') logger.info(`A mail to confirm an address is in ${delivered}`);
	});
}
