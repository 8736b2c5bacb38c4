import { useQuery } from '@tanstack/react-query';
import { BellPlus, BellRing } from 'lucide-react';
import { Link } from 'react-router';
import { savedSearchPath } from '../../contract/core/page-paths.ts';
import * as savedSearchesText from '../../text/shared/saved-searches.ts';
import * as logInPromptText from '../../text/web/log-in-prompt.ts';
import { useActor } from '../platform/actor.ts';
import { useApi } from '../platform/api.ts';
import { useLoginPrompt } from '../platform/visitor-intent.ts';
import { useSaveSearch } from './mutations.ts';
import { isSameSearch, type SearchInput, savedSearchesQuery } from './queries.ts';

interface SaveSearchButtonProps {
	/** Words and filters. With neither, the button renders nothing. */
	search: SearchInput;
	/** Whether a phone shows only the icon. */
	compact?: boolean;
}

/** Classes of a quiet button beside the filters. */
const buttonClasses =
	'inline-flex min-h-11 min-w-11 items-center justify-center gap-2 rounded-control px-2 font-semibold text-14 text-leaf hover:bg-leaf-soft disabled:opacity-55';

/** Button that saves a search. It links to the saved search once it is saved, and asks a visitor to log in. */
export function SaveSearchButton({ search, compact = false }: SaveSearchButtonProps) {
	const actor = useActor();
	const promptLogin = useLoginPrompt();
	const saving = useSaveSearch();
	const { data: searches } = useQuery({ ...savedSearchesQuery(useApi(), actor?.id ?? 0), enabled: actor !== null });
	if (!Object.values(search).some((value) => value !== undefined && value !== '')) return null;
	const saved = searches?.find((one) => isSameSearch(one.search, search));
	const labelClasses = compact ? 'max-sm:sr-only' : undefined;
	if (saved) {
		return (
			<Link to={savedSearchPath(saved.id)} className={buttonClasses}>
				<BellRing aria-hidden className="size-4.5" />
				<span className={labelClasses}>{savedSearchesText.savedAlready}</span>
			</Link>
		);
	}
	return (
		<button
			type="button"
			disabled={saving.isPending}
			title={savedSearchesText.saveHint}
			className={buttonClasses}
			onClick={() => {
				if (actor) saving.mutate(search);
				else promptLogin(logInPromptText.toSaveSearch, { action: 'save-search', input: search });
			}}
		>
			<BellPlus aria-hidden className="size-4.5" />
			<span className={labelClasses}>{savedSearchesText.saveThis}</span>
		</button>
	);
}
