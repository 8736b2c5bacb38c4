import type { FastifyBaseLogger } from 'fastify';
import type { Jobs } from '../platform/jobs/index.ts';
import type { Mail } from '../platform/mail/index.ts';
import { catchTooMany, type RateLimits } from '../platform/rate-limits.ts';
import type { Enrollments } from './enrollments.ts';
import { type MailKind, mailJob } from './mails.ts';
import { newsJob } from './paying.ts';
import { activateJob } from './state.ts';

export interface EnrollmentJobsParts {
	jobs: Jobs;
	mail: Mail;
	rateLimits: RateLimits;
	enrollments: Enrollments;
	logger: Pick<FastifyBaseLogger, 'info'>;
}

const minute = 60_000;
/** Anyone can ask in anyone's name, again and again: the first mail of each request always goes, the others are few. */
const repetitions = { most: 5, window: 24 * 60 * minute };

/** Sends the mails that requests queue, opens courses that were paid for, and acts on news of payments. */
export function registerEnrollmentJobs({ jobs, mail, rateLimits, enrollments, logger }: EnrollmentJobsParts): void {
	const { paying } = enrollments;

	const isFlooded = async (address: string) =>
		(await catchTooMany(rateLimits.count(`enrollment mail ${address.toLowerCase()}`, repetitions))) !== null;

	jobs.work(mailJob, { concurrency: 2, timeout: minute, tries: 8 }, async (data, { attempt }) => {
		const kind = data.kind as MailKind;
		const message = await enrollments.mail(Number(data.enrollment_id), kind);
		if (!message) return;
		if (kind === 'repeated' && attempt === 1 && (await isFlooded(message.to))) return;
		const { delivered } = await mail.send(message);
		if (delivered !== 'smtp') logger.info(`A mail about a course is in ${delivered}`);
	});

	jobs.work(activateJob, { concurrency: 1, timeout: minute, tries: 20 }, (data) =>
		enrollments.activate(Number(data.enrollment_id)),
	);

	jobs.work(
		newsJob,
		{
			concurrency: 2,
			timeout: 2 * minute,
			tries: 12,
			onGivenUp: (tx, data) => paying.giveUpNews(tx, Number(data.event_id)),
		},
		(data, { signal }) => paying.takeNews(Number(data.event_id), signal),
	);

	jobs.every('enrollments.unheard-payments', 10 * minute, paying.askForUnheard);
}
