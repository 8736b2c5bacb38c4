import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { CursorPage } from '../../contract/core/page.ts';
import type {
	Enrollment,
	EnrollmentDetail,
	EnrollmentListItem,
	enroll,
	listEnrollments,
	listMyEnrollments,
	listUnclaimedEnrollments,
	updateEnrollment,
} from '../../contract/enrollments/enrollments.ts';
import type { AccountService } from '../accounts/index.ts';
import type { CourseService } from '../courses/index.ts';
import type { Tx } from '../database/index.ts';
import type { Actor } from '../http/index.ts';
import type { MediaService } from '../media/index.ts';
import type { Platform } from '../platform.ts';
import type { AddressedMail } from '../senders/mail/index.ts';
import type { PaymentProvider } from '../senders/payments/index.ts';
import type { MailKind } from './mails.ts';
import type { PaymentFlow } from './payment-flow.ts';
import type * as store from './store.ts';
import type { EnrollmentRow } from './tables.ts';

export interface EnrollmentServiceDeps extends Pick<Platform, 'db' | 'clock' | 'jobs' | 'events' | 'publicUrl'> {
	accounts: AccountService;
	courses: CourseService;
	media: MediaService;
	/** Payment service; null if online payment is not configured. */
	payments: PaymentProvider | null;
	/** Operator's bank account as text; null if not configured. */
	bankDetails: string | null;
	/** HMAC key that signs the public ids of enrollments. */
	secret: string;
	logger: Pick<FastifyBaseLogger, 'warn'>;
}

type UnclaimedEnrollment = z.output<(typeof listUnclaimedEnrollments)['responses'][200]>['items'][number];
type MyEnrollment = z.output<(typeof listMyEnrollments)['responses'][200]>['items'][number];
type ListQuery = z.output<(typeof listEnrollments)['query']>;

export type EnrollmentForm = z.output<(typeof enroll)['body']>;

/** What the rest of the server can do with enrollments. Ids that are strings are public ids. */
export interface EnrollmentService {
	paymentFlow: PaymentFlow;

	/** Creates or reopens an enrollment. The response does not reveal earlier enrollments; the mail does. Throws `invalid`. */
	enroll(tx: Tx, actor: Actor | null, form: EnrollmentForm): Promise<{ message: string }>;
	/** Stores a picture that proves a bank transfer. Throws `not_found`, `conflict` or an upload error. */
	sendProof(id: string, request: FastifyRequest): Promise<Enrollment>;
	/** Links an unclaimed request to the actor under the given name, or with null keeps it apart. Throws `not_found` for other requests. */
	claim(tx: Tx, actor: Actor, id: string, name: string | null): Promise<void>;
	/** Activates a paid enrollment. Does nothing in other states. */
	activate(tx: Tx, id: number): Promise<void>;
	/** Applies an administrator's action, adds a note, or both. Clears `attention` and marks the proofs as checked. Throws `not_found` or `conflict`. */
	update(
		tx: Tx,
		actor: Actor,
		id: number,
		change: z.output<(typeof updateEnrollment)['body']>,
	): Promise<EnrollmentDetail>;
	/** Deletes requests without a payment that no account has confirmed within `limits.unconfirmedRequestRetention`. */
	sweep(): Promise<void>;

	/** Returns the URL of the page for online payment. Throws `not_found`, `conflict` or `unavailable`. */
	pay(id: string): Promise<{ authorization_url: string }>;
	/** Verifies the enrollment's payments with the payment service. Throws `not_found` or `unavailable`. */
	checkPayments(id: string): Promise<Enrollment>;

	/** Throws `not_found`. */
	get(id: string): Promise<Enrollment>;
	/** Lists the actor's enrollments, newest first. */
	listMine(actor: Actor): Promise<{ items: MyEnrollment[] }>;
	/** Lists requests with the actor's verified address that somebody sent without logging in, newest first. */
	listUnclaimed(actor: Actor): Promise<{ items: UnclaimedEnrollment[] }>;
	/** Composes a mail about an enrollment. Returns null if the enrollment was deleted or anonymized. */
	getMail(id: number, kind: MailKind): Promise<AddressedMail | null>;

	/** Lists a page of enrollments for administrators, newest first, with the number of enrollments in each state. */
	list(query: ListQuery): Promise<CursorPage<EnrollmentListItem> & { counts: Record<EnrollmentRow['state'], number> }>;
	/** Lists since when proofs, course requests and flagged payments wait for an administrator, at most `limit` of each. */
	listWaitingTimes(limit: number): Promise<store.WaitingTimes>;
	/** Returns an enrollment as administrators see it. Throws `not_found`. */
	detail(id: number): Promise<EnrollmentDetail>;
	export(filter: Omit<ListQuery, 'limit' | 'cursor'>): Promise<{ file_name: string; csv: string }>;
}
