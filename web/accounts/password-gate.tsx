import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import * as commonText from '../../text/shared/common.ts';
import * as identityCheckText from '../../text/web/identity-check.ts';
import * as securityText from '../../text/web/security.ts';
import { QueryBoundary } from '../data/query-boundary.tsx';
import { useApi } from '../platform/api.ts';
import { Button } from '../ui/button.tsx';
import { SkeletonRows } from '../ui/skeleton.tsx';
import { ChoosePassword } from './choose-password.tsx';
import { signInMethodsQuery } from './queries.ts';

interface PasswordGateProps {
	account: { id: number; email: string };
	onCancel: () => void;
	/** Renders a form that asks for the password, and for a code if the account needs one. */
	children: (needsCode: boolean) => ReactNode;
}

/** Renders a form that asks for the password. An account without a password chooses one first. */
export function PasswordGate({ account, onCancel, children }: PasswordGateProps) {
	const query = useQuery(signInMethodsQuery(useApi(), account.id));
	return (
		<QueryBoundary
			query={query}
			loading={securityText.loading}
			skeleton={<SkeletonRows rows={4} className="h-16" />}
			failure={securityText.loadFailed}
		>
			{({ password, second_factor }) =>
				password ? (
					children(second_factor.on)
				) : (
					<>
						<p>{identityCheckText.passwordNeeded}</p>
						<ChoosePassword email={account.email} />
						<Button variant="quiet" className="mt-3" onClick={onCancel}>
							{commonText.cancel}
						</Button>
					</>
				)
			}
		</QueryBoundary>
	);
}
