/**
 * The texts that Threat Dragon fills in for the description and the mitigation of a new threat, in the
 * language of the person.
 */
const filledIn = new Set([
  'Provide a description for this threat',
  'Provide remediation for this threat or a reason if status is N/A',
  // The mitigations of earlier releases. Version 1 filled in the first one.
  'Mitigation or prevention for the threat',
  'Provide mitigation or prevention for this threat',
  'Geben Sie eine Beschreibung dieser Bedrohung an',
  'Geben Sie eine Korrekturmaßnahme für diese Bedrohung oder eine Begründung N/A an',
  'Introduzca una descripción para esta amenaza',
  'Introduzca la mitigación o prevención para esta amenaza',
  'Fournissez une description de cette menace',
  'Fournir des mesures de mitigation ou de prévention pour cette menace',
  '脅威の詳細を追記してください',
  '脅威の解決策を指定するか、ステータスがN/Aの場合に理由を指定してください',
  'Forneça uma descrição para esta ameaça',
  'Forneça uma mitigação para esta ameaça ou a ração para o status N/A',
  'Forneça uma descrição para a ameaça',
  'Forneça uma mitigação para a ameaça ou uma razão se o estado for N/A',
  'Forneça uma mitigação para esta ameaça ou uma razão se o status for N/A',
  'Anna kuvaus tälle uhkalle',
  'Anna uhkalle hallintakeino tai perustele miksi ei ole sovellettavissa (N/A)',
  'Παρέχετε μια περιγραφή για αυτή την απειλή',
  'Παρέχετε μετριασμό ή πρόληψη για αυτή την απειλή',
  'Надайте опис для цієї загрози',
  'Надайте заходи щодо усунення цієї загрози або причину, якщо статус N/A',
  'इस खतरे के लिए एक विवरण प्रदान करें',
  'इस खतरे के लिए शमन या रोकथाम प्रदान करें',
  'Berikan penerangan bagi ancaman ini',
  'Berikan pemulihan untuk ancaman ini atau sebab jika status adalah T/A',
  'Berikan deskripsi untuk ancaman ini',
  'Berikan remediasi untuk ancaman ini atau alasan jika status adalah N/A',
  'اكتب وصفًا لهذا التهديد',
  'اكتب طرق مواجهة وتخفيف هذا التهديد أو السبب إذا كانت الحالة N/A',
  'ספק תיאור לאיום זה',
  'ספק פתרון לאיום זה או סיבה אם הסטטוס הוא N/A',
  'ให้คำอธิบายสำหรับภัยคุกคามนี้',
  'ให้การบรรเทาสำหรับภัยคุกคามนี้หรือเหตุผลหากสถานะเป็น N/A',
  'Bu təhdidin təsvirini daxil edin',
  'Bu təhdidin təsirini azaltmaq üçün tədbirləri, status tətbiq olunmursa, səbəbini qeyd edin',
  '为这种威胁提供一个描述',
  '为这种威胁提供缓解或预防措施',
]);

/** Tells if a description or a mitigation is a text that Threat Dragon filled in. */
export const isFilledIn = (text: string): boolean => filledIn.has(text.trim());
