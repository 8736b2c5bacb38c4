import type { ContentTarget } from '../../contract/core/target.ts';
import type { DecisionKind } from '../../contract/moderation/moderation.ts';
import { defineEvent } from '../core/events.ts';

/** An administrator made a decision about the account `ownerId` or its content, lifted a decision, or upheld a decision after an appeal. */
export const decisionChanged = defineEvent<{
	decisionId: number;
	kind: DecisionKind;
	ownerId: number;
	outcome: 'decided' | 'lifted' | 'upheld';
}>('moderation.decision-changed');

/** Detection hides an ad or post until a moderator has looked at it (`held`), or a moderator shows it to everyone (`released`). */
export const heldItemChanged = defineEvent<{
	target: ContentTarget;
	targetId: number;
	ownerId: number;
	outcome: 'held' | 'released';
}>('moderation.held-item-changed');
