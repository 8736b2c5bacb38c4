import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../platform/api.ts';
import { reasonOf } from '../platform/reason.ts';
import { toast } from '../ui/toast.ts';
import type { LessChoice, Lessened } from './for-you.ts';

/** 'Less of this': shows at once, and is taken back where the server refuses. */
export function useLess() {
	const api = useApi();
	const queries = useQueryClient();
	const [lessened, setLessened] = useState<Lessened>(new Map());

	function mark(postId: number, choice: LessChoice | null) {
		setLessened((before) => {
			const after = new Map(before);
			if (choice) after.set(postId, choice);
			else after.delete(postId);
			return after;
		});
	}

	async function tell(postId: number, choice: LessChoice, undo: boolean) {
		mark(postId, undo ? null : choice);
		try {
			await api.showLess({ body: { of: choice.of, undo } });
			// The next visit is ranked anew; what is being read stays as it is.
			await queries.invalidateQueries({ queryKey: ['for-you'], refetchType: 'none' });
		} catch (error) {
			mark(postId, undo ? choice : null);
			toast(reasonOf(error), 'error');
		}
	}

	return {
		lessened,
		less: (postId: number, choice: LessChoice) => void tell(postId, choice, false),
		undo: (postId: number, choice: LessChoice) => void tell(postId, choice, true),
	};
}
