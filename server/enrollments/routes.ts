import * as contract from '../../contract/enrollments/enrollments.ts';
import type { Database } from '../database/index.ts';
import { implementEndpoint, type Route } from '../http/index.ts';
import type { EnrollmentService } from './enrollments.ts';

export function createEnrollmentRoutes({ db, enrollments }: { db: Database; enrollments: EnrollmentService }): Route[] {
	return [
		implementEndpoint(contract.enroll, { policy: 'anyone', rate: 'enrollment' }, ({ tx, actor, body }) =>
			enrollments.enroll(tx, actor, body),
		),
		implementEndpoint(contract.getEnrollment, { policy: 'unguessable', rate: 'read' }, ({ params }) =>
			enrollments.get(params.id),
		),
		implementEndpoint(contract.payEnrollment, { policy: 'unguessable', rate: 'write' }, ({ params }) =>
			enrollments.pay(params.id),
		),
		implementEndpoint(contract.checkPayment, { policy: 'unguessable', rate: 'write' }, ({ params }) =>
			enrollments.checkPayments(params.id),
		),
		implementEndpoint(
			contract.sendProof,
			{ policy: 'unguessable', rate: 'upload', multipart: true },
			({ params, request }) => enrollments.sendProof(params.id, request),
		),
		implementEndpoint(
			contract.paystackWebhook,
			{ policy: 'capability', rate: 'read', rawBody: true },
			async ({ rawBody, request, body }) => {
				await enrollments.paymentFlow.receiveEvent(rawBody, request.headers['x-paystack-signature'], body);
				return { received: true as const };
			},
		),
		implementEndpoint(contract.listMyEnrollments, { policy: 'signedIn', rate: 'read' }, ({ actor }) =>
			enrollments.listMine(actor),
		),
		implementEndpoint(contract.listUnclaimedEnrollments, { policy: 'signedIn', rate: 'read' }, ({ actor }) =>
			enrollments.listUnclaimed(actor),
		),
		implementEndpoint(contract.claimEnrollment, { policy: 'ownerAlone', rate: 'write' }, ({ actor, params, body }) =>
			db.transaction((tx) => enrollments.claim(tx, actor, params.id, body.name)).then(() => undefined),
		),
		implementEndpoint(contract.listEnrollments, { policy: 'admin', rate: 'read' }, ({ query }) =>
			enrollments.list(query),
		),
		implementEndpoint(contract.getEnrollmentDetail, { policy: 'admin', rate: 'read' }, ({ params }) =>
			enrollments.detail(params.id),
		),
		implementEndpoint(contract.updateEnrollment, { policy: 'admin', rate: 'write' }, ({ tx, actor, params, body }) =>
			enrollments.update(tx, actor, params.id, body),
		),
		implementEndpoint(contract.exportEnrollments, { policy: 'admin', rate: 'read' }, ({ query }) =>
			enrollments.export(query),
		),
	];
}
