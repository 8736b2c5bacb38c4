import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { Users } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Contact } from '../../contract/contacts/contacts.ts';
import * as contactText from '../../text/shared/contact.ts';
import { InfiniteList } from '../data/infinite-list.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { SkeletonRows } from '../ui/skeleton.tsx';

interface ContactListProps {
	query: UseInfiniteQueryResult<Contact[]>;
	children: (contacts: readonly Contact[]) => ReactNode;
}

/** List of the buyers who got in touch about an ad, with its states while it loads, fails or is empty. */
export function ContactList({ query, children }: ContactListProps) {
	return (
		<InfiniteList
			query={query}
			items={query.data}
			loading={contactText.contactsLoading}
			skeleton={<SkeletonRows rows={3} className="h-14" />}
			failure={contactText.contactsFailed}
			small
			empty={<EmptyState icon={Users} title={contactText.contactsEmpty} hint={contactText.contactsEmptyHint} />}
			more={contactText.showMoreContacts}
		>
			{children}
		</InfiniteList>
	);
}
