import { FileQuestion } from 'lucide-react';
import type { ReactNode } from 'react';
import * as commonText from '../../text/shared/common.ts';
import { EmptyState } from './empty-state.tsx';

/** Shown in place of a page whose address has an unknown secret. `action` leads elsewhere. */
export function UnknownLink({ action }: { action: ReactNode }) {
	return (
		<EmptyState
			as="h1"
			icon={FileQuestion}
			title={commonText.linkUnknown}
			action={action}
			hint={commonText.linkUnknownHint}
		/>
	);
}
