import { useQuery } from '@tanstack/react-query';
import { useApi } from '../platform/api.ts';
import { signInMethodsQuery } from './queries.ts';
import { useSession } from './session.ts';

/** Whether the own account has a password to prove who acts; undefined until that is known. */
export function useHasPassword(): boolean | undefined {
	const { data } = useQuery(signInMethodsQuery(useApi(), useSession()?.id ?? 0));
	return data?.password;
}
