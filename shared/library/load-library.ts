import { z } from 'zod';
import actors from './attributes/actors.json' with { type: 'json' };
import aiAttributes from './attributes/ai.json' with { type: 'json' };
import compute from './attributes/compute.json' with { type: 'json' };
import storage from './attributes/storage.json' with { type: 'json' };
import zonesAndData from './attributes/zones-and-data.json' with { type: 'json' };
import {
  libraryAttribute,
  libraryMitigation,
  libraryThreat,
  type LibraryAttribute,
  type LibraryMitigation,
  type LibraryThreat,
} from './library-schema.ts';
import accounts from './mitigations/accounts.json' with { type: 'json' };
import aiSystemsMitigations from './mitigations/ai-systems.json' with { type: 'json' };
import aiMitigations from './mitigations/ai.json' with { type: 'json' };
import analyticsAndFiles from './mitigations/analytics-and-files.json' with { type: 'json' };
import apisMitigations from './mitigations/apis.json' with { type: 'json' };
import businessMitigations from './mitigations/business.json' with { type: 'json' };
import clientsMitigations from './mitigations/clients.json' with { type: 'json' };
import cloudMitigations from './mitigations/cloud.json' with { type: 'json' };
import containersMitigations from './mitigations/containers.json' with { type: 'json' };
import data from './mitigations/data.json' with { type: 'json' };
import devicesMitigations from './mitigations/devices.json' with { type: 'json' };
import identityMitigations from './mitigations/identity.json' with { type: 'json' };
import input from './mitigations/input.json' with { type: 'json' };
import messagingMitigations from './mitigations/messaging.json' with { type: 'json' };
import monitoring from './mitigations/monitoring.json' with { type: 'json' };
import network from './mitigations/network.json' with { type: 'json' };
import operationsMitigations from './mitigations/operations.json' with { type: 'json' };
import privacyMitigations from './mitigations/privacy.json' with { type: 'json' };
import runtime from './mitigations/runtime.json' with { type: 'json' };
import secrets from './mitigations/secrets.json' with { type: 'json' };
import supplyChainMitigations from './mitigations/supply-chain.json' with { type: 'json' };
import transport from './mitigations/transport.json' with { type: 'json' };
import webMitigations from './mitigations/web.json' with { type: 'json' };
import aiModels from './threats/ai-models.json' with { type: 'json' };
import aiSystemsThreats from './threats/ai-systems.json' with { type: 'json' };
import apisThreats from './threats/apis.json' with { type: 'json' };
import boundaries from './threats/boundaries.json' with { type: 'json' };
import businessThreats from './threats/business.json' with { type: 'json' };
import clientsThreats from './threats/clients.json' with { type: 'json' };
import cloudThreats from './threats/cloud.json' with { type: 'json' };
import containersThreats from './threats/containers.json' with { type: 'json' };
import credentials from './threats/credentials.json' with { type: 'json' };
import dataPlatforms from './threats/data-platforms.json' with { type: 'json' };
import devicesThreats from './threats/devices.json' with { type: 'json' };
import externalEntities from './threats/external-entities.json' with { type: 'json' };
import files from './threats/files.json' with { type: 'json' };
import flows from './threats/flows.json' with { type: 'json' };
import identityThreats from './threats/identity.json' with { type: 'json' };
import messagingThreats from './threats/messaging.json' with { type: 'json' };
import networks from './threats/networks.json' with { type: 'json' };
import operationsThreats from './threats/operations.json' with { type: 'json' };
import privacyThreats from './threats/privacy.json' with { type: 'json' };
import processes from './threats/processes.json' with { type: 'json' };
import stores from './threats/stores.json' with { type: 'json' };
import supplyChainThreats from './threats/supply-chain.json' with { type: 'json' };
import webThreats from './threats/web.json' with { type: 'json' };

export type Library = {
  attributes: readonly LibraryAttribute[];
  mitigations: readonly LibraryMitigation[];
  threats: readonly LibraryThreat[];
};

/** To add a file of entries, import it above and add it to this table. */
const entries = {
  attributes: [actors, aiAttributes, compute, storage, zonesAndData],
  mitigations: [
    accounts,
    aiMitigations,
    aiSystemsMitigations,
    analyticsAndFiles,
    apisMitigations,
    businessMitigations,
    clientsMitigations,
    cloudMitigations,
    containersMitigations,
    data,
    devicesMitigations,
    identityMitigations,
    input,
    messagingMitigations,
    monitoring,
    network,
    operationsMitigations,
    privacyMitigations,
    runtime,
    secrets,
    supplyChainMitigations,
    transport,
    webMitigations,
  ],
  threats: [
    aiModels,
    aiSystemsThreats,
    apisThreats,
    boundaries,
    businessThreats,
    clientsThreats,
    cloudThreats,
    containersThreats,
    credentials,
    dataPlatforms,
    devicesThreats,
    externalEntities,
    files,
    flows,
    identityThreats,
    messagingThreats,
    networks,
    operationsThreats,
    privacyThreats,
    processes,
    stores,
    supplyChainThreats,
    webThreats,
  ],
};

let loaded: Library | undefined;

/** Returns the default library: all entries of all files, in the order of the files. */
export const loadLibrary = (): Library => {
  loaded ??= {
    attributes: z.array(libraryAttribute).parse(entries.attributes.flat()),
    mitigations: z.array(libraryMitigation).parse(entries.mitigations.flat()),
    threats: z.array(libraryThreat).parse(entries.threats.flat()),
  };
  return loaded;
};
