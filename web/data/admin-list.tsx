import type { ComponentType, ReactNode, Ref } from 'react';
import * as adminText from '../../text/web/admin.ts';
import * as controlsText from '../../text/web/controls.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { InfiniteList, type InfiniteListProps } from './infinite-list.tsx';

interface AdminListProps<Item> extends Pick<InfiniteListProps<Item>, 'query' | 'items' | 'skeleton' | 'children'> {
	text: { loading: string; loadFailed: string; emptyTitle: string; emptyHint: string };
	icon: ComponentType<{ className?: string }>;
	/** Hint and link of an empty list whose filters may exclude items. Null for a list without filters. */
	filtered?: { hint?: string; action?: ReactNode } | null;
}

/** Filtered list for administrators, which a button continues. */
export function AdminList<Item>({ text, icon, filtered, ...list }: AdminListProps<Item>) {
	return (
		<InfiniteList
			{...list}
			loading={text.loading}
			failure={text.loadFailed}
			fades
			more={controlsText.loadMore}
			empty={
				<EmptyState
					icon={icon}
					title={filtered ? adminText.nothingFound : text.emptyTitle}
					action={filtered?.action}
					hint={filtered ? filtered.hint : text.emptyHint}
				/>
			}
		/>
	);
}

interface AdminQueueProps<Item> extends Omit<AdminListProps<Item>, 'text' | 'children'> {
	/** `list` names the list. */
	text: AdminListProps<Item>['text'] & { list: string };
	listRef?: Ref<HTMLUListElement>;
	toKey: (item: Item) => string | number;
	children: (item: Item) => ReactNode;
}

/** List of cards that administrators work off one after the other. */
export function AdminQueue<Item>({ listRef, toKey, children, ...list }: AdminQueueProps<Item>) {
	return (
		<AdminList {...list}>
			{(items) => (
				<ul ref={listRef} aria-label={list.text.list} className="flex flex-col gap-4">
					{items.map((item) => (
						<li key={toKey(item)}>{children(item)}</li>
					))}
				</ul>
			)}
		</AdminList>
	);
}
