import type { Generated, Kysely } from 'kysely';
import type { Resource } from '#shared/api/codex.ts';
import type {
  CollectionPermission,
  MitigationStatus,
  ModelStatus,
  Priority,
  Role,
  ThreatStatus,
  UserStatus,
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
  invitations: Invitations;
  api_tokens: ApiTokens;
  access_tokens: AccessTokens;
  auth_failures: AuthFailures;
  teams: Teams;
  team_members: TeamMembers;
  collections: Collections;
  deleted_collections: DeletedCollections;
  collection_user_access: CollectionUserAccess;
  collection_team_access: CollectionTeamAccess;
  threat_models: ThreatModels;
  canvases: Canvases;
  components: Components;
  codices: Codices;
  codex_attributes: CodexAttributes;
  codex_attribute_aliases: CodexAttributeAliases;
  codex_mitigations: CodexMitigations;
  codex_threats: CodexThreats;
  component_attributes: ComponentAttributes;
  threats: Threats;
  mitigations: Mitigations;
  comments: Comments;
  idempotent_answers: IdempotentAnswers;
  record_chunks: RecordChunks;
  record_counts: RecordCounts;
  applied_migrations: AppliedMigrations;
};

/** The database, or a transaction on it. */
export type Database = Kysely<Schema>;

/** 0 or 1. */
type Flag = number;
type Instant = string;

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
  status: UserStatus;
  is_enabled: Flag;
  /** Of an admin: `["codex:read", …]`. */
  scopes: JsonText<readonly string[]>;
  avatar_uploaded_at: Instant | null;
  /**
   * Of a user that was deleted: the row stays, without name and e-mail, because it is the author of
   * its comments. Such a user is shown nowhere and may do nothing.
   */
  deleted_at: Instant | null;
};

type Invitations = {
  user_id: string;
  created_at: Instant;
  expires_at: Instant;
  token_hash: string;
  /** The token itself, as long as it was not sent: the command line shows it, or a mail brings it. */
  token: string | null;
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

/** What slows down guessing; counted in the database, since any instance may be asked next. */
type AuthFailures = { key: string; count: number; until: Instant };

type Teams = Dated & { title: string };

type TeamMembers = { team_id: string; user_id: string };

type Collections = Dated & {
  title: string;
  description: string | null;
  color: string | null;
  created_by: string;
};

/** The ids of those that were deleted, so that it can be told from access that was withdrawn. */
type DeletedCollections = { id: string };

type CollectionUserAccess = {
  collection_id: string;
  user_id: string;
  permission: CollectionPermission;
};

type CollectionTeamAccess = {
  collection_id: string;
  team_id: string;
  permission: CollectionPermission;
};

/**
 * The collection a record lies in, which its parents say as well: here it makes permissions and
 * counts one step away. It changes when a canvas is moved to a model of another collection.
 */
type Placed = { collection_id: string };

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
  Imported &
  Placed & {
    threat_model_id: string;
    title: string;
    format: string;
    data: JsonText<CanvasDocument>;
  };

type Components = Dated &
  Imported &
  Placed & { canvas_id: string; title: string; description: string };

/** The one codex of this account. */
type Codices = { id: string };

type CodexEntry = Dated & { title: string };

type CodexAttributes = CodexEntry & {
  description: string;
  resources: JsonText<readonly Resource[] | null>;
};

/** The attribute's own title is one of them. */
type CodexAttributeAliases = Dated & {
  attribute_id: string;
  /** Among the others of its attribute, from 0. */
  position: number;
  title: string;
};

type CodexMitigations = CodexEntry & {
  definition: string;
  consideration: string | null;
  explanation: string | null;
  example: string | null;
  question: string | null;
  resources: JsonText<readonly Resource[]>;
};

type CodexThreats = CodexEntry & {
  description: string;
  priority: Priority;
  resources: JsonText<readonly Resource[]>;
};

type ComponentAttributes = { component_id: string; attribute_id: string };

type Threats = Dated &
  Imported &
  Placed & {
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
  Imported &
  Placed & {
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

type Comments = Dated &
  Placed & { threat_id: string; user_id: string; text: string; is_edited: Flag };

type IdempotentAnswers = {
  user_id: string;
  key: string;
  created_at: Instant;
  request_hash: string;
  status: number;
  headers: JsonText<Record<string, string>>;
  body: string | null;
};

/** The kinds of record that are counted, cut by `created_at` into stretches of a few thousand. */
type RecordChunks = { kind: string; start: Instant };

/**
 * How many records of a kind lie in a stretch and a collection: the sum of `n`, kept by triggers. On
 * PostgreSQL each write adds a row, so that writers never wait for each other, until they are added
 * up.
 */
type RecordCounts = { kind: string; start: Instant; collection_id: string; n: number };

type AppliedMigrations = { name: string; hash: string; applied_at: Instant };
