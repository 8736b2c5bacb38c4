import type { DecisionKind } from '../../contract/moderation.ts';
import { defineEvent } from '../platform/events.ts';

/** An administrator has decided about something of `ownerId`, has taken that back, or has stayed with it after an appeal. */
export const decisionChanged = defineEvent<{
	decisionId: number;
	kind: DecisionKind;
	ownerId: number;
	outcome: 'decided' | 'lifted' | 'upheld';
}>('moderation.decision-changed');
