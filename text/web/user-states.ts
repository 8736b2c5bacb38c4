// What the states of an account are called among those an administrator looks for.
import type { UserState } from '../../contract/operations/operations.ts';

export const names: Record<UserState, string> = {
	unverified: 'Not confirmed',
	suspended: 'Suspended',
	deleted: 'Pending deletion',
	admin: 'Administrators',
	sample: 'Sample',
};
