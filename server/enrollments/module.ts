import type { AccountService } from '../accounts/index.ts';
import { getOrCreateSecret } from '../core/secrets.ts';
import type { CourseService } from '../courses/index.ts';
import type { MediaService } from '../media/index.ts';
import type { Platform } from '../platform.ts';
import { createPaystack } from '../senders/payments/index.ts';
import { createEnrollmentService } from './create-enrollment-service.ts';
import { createEnrollmentJobHandlers } from './jobs.ts';
import { createEnrollmentPersonalData } from './personal-data.ts';
import { createEnrollmentRoutes } from './routes.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

export async function createEnrollmentsModule(
	deps: Platform & { accounts: AccountService; courses: CourseService; media: MediaService },
) {
	const { config, db } = deps;
	const enrollments = createEnrollmentService({
		...deps,
		payments: config.paystack && createPaystack(config.paystack),
		bankDetails: config.bankDetails,
		secret: await getOrCreateSecret(db, 'enrollments'),
	});
	return {
		service: enrollments,
		routes: createEnrollmentRoutes({ db, enrollments }),
		jobs: createEnrollmentJobHandlers({ ...deps, enrollments }),
		schedules: [
			{ name: 'enrollments.unheard-payments', every: 10 * minute, run: enrollments.paymentFlow.verifyPendingPayments },
			{ name: 'enrollments.sweep', every: day, run: enrollments.sweep },
		],
		personalData: [createEnrollmentPersonalData(deps)],
	};
}
