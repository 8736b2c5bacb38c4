import { type VerificationState, verificationStates } from '../../contract/verification/verification.ts';

/** Reads the state of the listed requests from the address. Without one, the list shows pending requests. */
export function parseVerificationState(params: URLSearchParams): VerificationState {
	return verificationStates.find((state) => state === params.get('state')) ?? 'pending';
}

export function verificationListPath(state: VerificationState): string {
	return `/dashboard/admin/verifications${state === 'pending' ? '' : `?state=${state}`}`;
}
