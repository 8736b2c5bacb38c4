import { useMutation, useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import * as commonText from '../../../text/shared/common.ts';
import * as forYouText from '../../../text/web/for-you.ts';
import { QueryBoundary } from '../../data/query-boundary.tsx';
import { getPreferenceKey, type MuteOption, type MutePreference, toMuteOption } from '../../feed/mute-preferences.ts';
import { mutePreferencesQuery } from '../../feed/queries.ts';
import { updateMutePreference } from '../../feed/use-mute-preferences.ts';
import { useApi } from '../../platform/api.ts';
import { getErrorMessage } from '../../platform/error-message.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.ts';

interface MutePreferencesProps {
	account: number;
	onUndone: (preference: MutePreference) => Promise<void>;
}

export function MutePreferences({ account, onUndone }: MutePreferencesProps) {
	const api = useApi();
	const query = useQuery(mutePreferencesQuery(api, account));
	const heading = useRef<HTMLHeadingElement>(null);
	const undoing = useMutation({
		mutationFn: ({ of }: MuteOption) => updateMutePreference(api, { of, undo: true }),
		onSuccess: (_, { of }) => {
			toast(forYouText.undone);
			// The heading takes the focus, because the focused undo button unmounts.
			heading.current?.focus();
			return onUndone(of);
		},
		onError: (error) => toast(getErrorMessage(error), 'error'),
	});
	return (
		<Card className="mb-3 animate-appear p-4 wide:mb-4">
			<h2 ref={heading} tabIndex={-1} className="text-18">
				{forYouText.choices}
			</h2>
			<p className="mb-2 text-14 text-quiet">{forYouText.choicesLead}</p>
			<QueryBoundary
				query={query}
				loading={forYouText.choicesLoading}
				skeleton={
					<div className="flex flex-col gap-3 py-2">
						<Skeleton className="h-9" />
						<Skeleton className="h-9" />
					</div>
				}
				failure={forYouText.choicesFailed}
			>
				{(preferences) =>
					preferences.length === 0 ? (
						<p className="py-2">{forYouText.choicesEmpty}</p>
					) : (
						<ul className="max-h-80 divide-y divide-line overflow-y-auto">
							{preferences.map(({ of, seller }) => {
								const choice = toMuteOption(of, seller?.display_name);
								const key = getPreferenceKey(of);
								return (
									<li key={key} className="flex items-center justify-between gap-3 py-1">
										<span className="min-w-0 break-words">{choice.label}</span>
										<Button
											variant="plain"
											aria-label={forYouText.undoChoice(choice.label)}
											loading={undoing.isPending && getPreferenceKey(undoing.variables.of) === key}
											onClick={() => undoing.mutate(choice)}
										>
											{commonText.undo}
										</Button>
									</li>
								);
							})}
						</ul>
					)
				}
			</QueryBoundary>
		</Card>
	);
}
