import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { Client } from '../../contract/core/client.ts';
import type { Enrollment, EnrollmentState } from '../../contract/enrollments/enrollments.ts';
import { useApi } from '../platform/api.ts';
import { sleep, waitForPayment } from './wait-for-payment.ts';

/** Milliseconds between polls while a paid enrollment is being activated. */
const pollInterval = 2000;
const maxPolls = 20;

/** Computes a query's `refetchInterval`. It polls a paid enrollment, because the server activates the enrollment within seconds. */
export function getActivationPollInterval(query: {
	state: { data: { state: EnrollmentState } | undefined; dataUpdateCount: number };
}): number | false {
	const { data, dataUpdateCount } = query.state;
	return data?.state === 'paid' && dataUpdateCount < maxPolls ? pollInterval : false;
}

/** Query for an enrollment by its unguessable id. */
export function enrollmentQuery(api: Client, id: string) {
	return queryOptions({
		queryKey: ['enrollment', id],
		queryFn: ({ signal }) => api.getEnrollment({ params: { id } }, { signal }),
		// The enrollment is refetched when the learner returns from the bank's app.
		staleTime: 0,
		refetchOnWindowFocus: true,
		refetchInterval: getActivationPollInterval,
	});
}

/** Returns a function that writes an enrollment from a response into the query cache. */
export function useCacheEnrollment() {
	const api = useApi();
	const queryClient = useQueryClient();
	return (enrollment: Enrollment) => {
		queryClient.setQueryData(enrollmentQuery(api, enrollment.id).queryKey, enrollment);
		void queryClient.invalidateQueries({ queryKey: myEnrollmentsKey });
	};
}

interface PaymentCheckOptions {
	/** Payment reference that the payment page added to the return address. It is part of the query key. */
	reference: string;
	onPaid: (enrollment: Enrollment) => void;
}

/** Query that polls for about a minute until a payment arrives. Its data is whether the payment has arrived. */
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

/** Query for the logged-in account's enrollments, newest first. */
export function myEnrollmentsQuery(api: Client, accountId: number) {
	return queryOptions({
		queryKey: [...myEnrollmentsKey, accountId],
		queryFn: async ({ signal }) => (await api.listMyEnrollments({}, { signal })).items,
		staleTime: 0,
	});
}

/** Query for requests with the account's address that somebody sent without logging in. */
export function unclaimedEnrollmentsQuery(api: Client, accountId: number) {
	return queryOptions({
		queryKey: [...myEnrollmentsKey, accountId, 'unclaimed'],
		queryFn: async ({ signal }) => (await api.listUnclaimedEnrollments({}, { signal })).items,
		// The address may have been confirmed in another tab meanwhile.
		staleTime: 0,
		refetchOnWindowFocus: true,
	});
}
