import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { Client } from '../../contract/client.ts';
import type { Enrollment, EnrollmentState } from '../../contract/enrollments.ts';
import { useApi } from '../platform/api.ts';
import { sleep, waitForPayment } from './wait-for-payment.ts';

/** Milliseconds between looks at a request whose course is about to be opened, and how many there are. */
const pollInterval = 2000;
const maxPolls = 20;

/** For `refetchInterval`: a paid course opens by itself within seconds. */
export function getOpeningInterval(query: {
	state: { data: { state: EnrollmentState } | undefined; dataUpdateCount: number };
}): number | false {
	const { data, dataUpdateCount } = query.state;
	return data?.state === 'paid' && dataUpdateCount < maxPolls ? pollInterval : false;
}

/** A request by its unguessable id. */
export function enrollmentQuery(api: Client, id: string) {
	return queryOptions({
		queryKey: ['enrollment', id],
		queryFn: ({ signal }) => api.getEnrollment({ params: { id } }, { signal }),
		// Whoever comes back from the bank's app sees what has happened meanwhile.
		staleTime: 0,
		refetchOnWindowFocus: true,
		refetchInterval: getOpeningInterval,
	});
}

/** Puts what the server said of a request where the page reads it. */
export function useCacheEnrollment() {
	const api = useApi();
	const queryClient = useQueryClient();
	return (enrollment: Enrollment) => {
		queryClient.setQueryData(enrollmentQuery(api, enrollment.id).queryKey, enrollment);
		void queryClient.invalidateQueries({ queryKey: myEnrollmentsKey });
	};
}

interface PaymentCheckOptions {
	/** What the payment page has added to the address; each is waited for once. */
	reference: string;
	onPaid: (enrollment: Enrollment) => void;
}

/** Whether a payment has arrived, asked again and again for about a minute. */
export function paymentCheckQuery(api: Client, id: string, { reference, onPaid }: PaymentCheckOptions) {
	return queryOptions({
		queryKey: ['payment', id, reference],
		queryFn: async ({ signal }) => {
			const enrollment = await waitForPayment(
				() => api.checkPayment({ params: { id } }, { signal }),
				(milliseconds) => sleep(milliseconds, signal),
			);
			if (enrollment) onPaid(enrollment);
			return enrollment !== null;
		},
		retry: false,
		staleTime: Number.POSITIVE_INFINITY,
		refetchOnReconnect: false,
	});
}

const myEnrollmentsKey = ['enrollments', 'mine'] as const;

/** Own requests and courses of the account that is logged in, newest first. */
export function myEnrollmentsQuery(api: Client, accountId: number) {
	return queryOptions({
		queryKey: [...myEnrollmentsKey, accountId],
		queryFn: async ({ signal }) => (await api.listMyEnrollments({}, { signal })).items,
		staleTime: 0,
	});
}
