import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { Client } from '../../contract/client.ts';
import { useApi } from '../platform/api.ts';
import { randomKey } from '../platform/random-key.ts';
import { enrollmentDetailQuery, enrollmentListsKey } from './desk-queries.ts';

export type EnrollmentChange = Parameters<Client['updateEnrollment']>[0]['body'];

/** Takes a request a step further, or adds a note to it. A repeat after a lost answer is the same change. */
export function useUpdateEnrollment(id: string) {
	const api = useApi();
	const queries = useQueryClient();
	const last = useRef<{ change: string; key: string } | null>(null);
	return useMutation({
		mutationFn: (body: EnrollmentChange) => {
			const change = JSON.stringify(body);
			if (last.current?.change !== change) last.current = { change, key: randomKey() };
			return api.updateEnrollment({ params: { id }, body }, { idempotencyKey: last.current.key });
		},
		onSuccess: (enrollment) => {
			last.current = null;
			queries.setQueryData(enrollmentDetailQuery(api, id).queryKey, enrollment);
			void queries.invalidateQueries({ queryKey: enrollmentListsKey });
		},
		// Somebody else was faster, or it stands differently by now.
		onError: () => void queries.invalidateQueries({ queryKey: enrollmentDetailQuery(api, id).queryKey }),
	});
}
