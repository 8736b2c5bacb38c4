import * as contract from '../../contract/enrollments.ts';
import { implement, type Route } from '../platform/http/index.ts';
import type { EnrollmentService } from './enrollments.ts';

export function enrollmentRoutes(enrollments: EnrollmentService): Route[] {
	return [
		implement(contract.enroll, { policy: 'anyone', rate: 'enrollment' }, ({ tx, body }) =>
			enrollments.enroll(tx, body),
		),
		implement(contract.getEnrollment, { policy: 'unguessable', rate: 'read' }, ({ params }) =>
			enrollments.get(params.id),
		),
		implement(contract.payEnrollment, { policy: 'unguessable', rate: 'write' }, ({ params }) =>
			enrollments.pay(params.id),
		),
		implement(contract.checkPayment, { policy: 'unguessable', rate: 'write' }, ({ params }) =>
			enrollments.checkPayments(params.id),
		),
		implement(contract.sendProof, { policy: 'unguessable', rate: 'upload', multipart: true }, ({ params, request }) =>
			enrollments.sendProof(params.id, request),
		),
		implement(
			contract.paystackWebhook,
			{ policy: 'capability', rate: 'read', rawBody: true },
			async ({ rawBody, request, body }) => {
				await enrollments.paying.receiveEvent(rawBody, request.headers['x-paystack-signature'], body);
				return { received: true as const };
			},
		),
		implement(contract.listMyEnrollments, { policy: 'signedIn', rate: 'read' }, ({ actor }) =>
			enrollments.listMine(actor),
		),
		implement(contract.listEnrollments, { policy: 'admin', rate: 'read' }, ({ query }) => enrollments.list(query)),
		implement(contract.getEnrollmentDetail, { policy: 'admin', rate: 'read' }, ({ params }) =>
			enrollments.detail(params.id),
		),
		implement(contract.updateEnrollment, { policy: 'admin', rate: 'write' }, ({ tx, actor, params, body }) =>
			enrollments.update(tx, actor, params.id, body),
		),
		implement(contract.exportEnrollments, { policy: 'admin', rate: 'read' }, ({ query }) => enrollments.export(query)),
	];
}
