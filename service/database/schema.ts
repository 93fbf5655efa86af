import type { Generated, Kysely } from 'kysely';
import type {
  MitigationStatus,
  ModelStatus,
  Priority,
  ThreatStatus,
} from '#shared/api/enumerations.ts';
import type { CanvasDocument } from '#shared/canvas/document.ts';
import type { Kept } from '#shared/otm/content.ts';
import type { JsonText } from './json-text.ts';

/**
 * The tables as Kysely sees them. Only what SQLite and PostgreSQL share is used: text, integer,
 * double precision; instants are ISO 8601 text in UTC, lists and documents are JSON text.
 */
export type Schema = {
  users: Users;
  api_tokens: ApiTokens;
  access_tokens: AccessTokens;
  collections: Collections;
  collection_user_access: CollectionUserAccess;
  threat_models: ThreatModels;
  canvases: Canvases;
  components: Components;
  codex_attributes: CodexAttributes;
  component_attributes: ComponentAttributes;
  threats: Threats;
  mitigations: Mitigations;
  comments: Comments;
  idempotent_answers: IdempotentAnswers;
  applied_migrations: AppliedMigrations;
};

/** The database, or a transaction on it. */
export type Database = Kysely<Schema>;

/** 0 or 1. */
type Flag = number;
type Instant = string;

export type Role = 'user' | 'admin' | 'super_admin' | 'owner';
export type CollectionPermission = 'read' | 'write' | 'manage';

type Dated = { id: string; created_at: Instant; updated_at: Instant };

/** `otm_id` is the record's id in the file it was imported from, `kept` what else that file said. */
type Imported = { otm_id: string | null; kept: Generated<JsonText<Kept>> };

type Users = Dated & {
  email: string;
  /** The e-mail in lower case, by which it is unique. */
  email_key: string;
  first_name: string;
  last_name: string;
  role: Role;
  status: 'invited' | 'confirmed';
  is_enabled: Flag;
  is_active: Flag;
  /** Of an admin: `["codex:read", …]`. */
  scopes: JsonText<readonly string[]>;
  avatar_uploaded_at: Instant | null;
};

type ApiTokens = {
  id: string;
  created_at: Instant;
  name: string;
  client_id: string;
  secret_hash: string;
  user_id: string;
  scopes: JsonText<readonly string[]>;
  /** CIDR ranges; an empty list allows every address. */
  allow_ips: JsonText<readonly string[]>;
};

type AccessTokens = {
  /** SHA-256 of the token, which itself is stored nowhere. */
  hash: string;
  api_token_id: string;
  expires_at: Instant;
};

type Collections = Dated & {
  title: string;
  description: string | null;
  color: string | null;
  created_by: string;
};

type CollectionUserAccess = {
  collection_id: string;
  user_id: string;
  permission: CollectionPermission;
};

type ThreatModels = Dated &
  Imported & {
    collection_id: string;
    owner_id: string;
    title: string;
    description: string;
    status: ModelStatus;
    priority: Priority;
    due_to_date: Instant | null;
    retro_completed_at: Instant | null;
    time_invested: number | null;
    quality_of_model: number | null;
    when_to_revisit: number | null;
    archived_at: Instant | null;
    /** The highest `ref_number` ever given to a threat of this model. */
    last_ref_number: Generated<number>;
  };

type Canvases = Dated &
  Imported & {
    threat_model_id: string;
    title: string;
    format: string;
    data: JsonText<CanvasDocument>;
  };

type Components = Dated & Imported & { canvas_id: string; title: string; description: string };

type CodexAttributes = Dated & { title: string; description: string };

type ComponentAttributes = { component_id: string; attribute_id: string };

type Threats = Dated &
  Imported & {
    component_id: string;
    ref_number: number;
    title: string;
    description: string;
    source: string | null;
    priority: Priority;
    status: ThreatStatus;
    is_custom: Flag;
  };

type Mitigations = Dated &
  Imported & {
    threat_id: string;
    title: string;
    definition: string;
    consideration: string | null;
    explanation: string | null;
    example: string | null;
    question: string | null;
    is_custom: Flag;
    status: MitigationStatus;
  };

type Comments = Dated & { threat_id: string; user_id: string; text: string; is_edited: Flag };

type IdempotentAnswers = {
  user_id: string;
  key: string;
  created_at: Instant;
  request_hash: string;
  status: number;
  headers: JsonText<Record<string, string>>;
  body: string | null;
};

type AppliedMigrations = { name: string; hash: string; applied_at: Instant };
