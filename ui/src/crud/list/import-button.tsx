import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Entity } from '#api/facts.gen.ts';
import { Button } from '#kit/buttons/button.tsx';
import { useSession } from '#session/use-session.ts';

/** A button that starts a new import of the entity. */
export function ImportButton({ kind, children }: { kind: Entity; children: ReactNode }) {
  const { denialReason } = useSession();
  const navigate = useNavigate();
  return (
    <Button
      icon="upload"
      disabledReason={denialReason(`${kind}:import`)}
      onClick={() => void navigate({ to: '/imports/new', search: { kind } })}
    >
      {children}
    </Button>
  );
}
